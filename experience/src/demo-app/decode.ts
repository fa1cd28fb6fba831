export type Decoded = { header: unknown; payload: unknown };

/** The header and claims of a JWT; undefined for an opaque token. Nothing is verified here. */
export function decode(token: string): Decoded | undefined {
  const parts = token.split('.');
  const [header, payload] = parts;
  if (parts.length !== 3 || !header || !payload) {
    return undefined;
  }
  try {
    return { header: read(header), payload: read(payload) };
  } catch {
    return undefined;
  }
}

function read(part: string): unknown {
  const binary = atob(part.replaceAll('-', '+').replaceAll('_', '/'));
  return JSON.parse(new TextDecoder().decode(Uint8Array.from(binary, (char) => char.charCodeAt(0))));
}
