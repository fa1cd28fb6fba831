// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what must not get into a header
const unsafe = /[\u0000-\u001f\u007f\u0085\u2028\u2029<>]+/g;

/** `Name <address>`. The name cannot add another address or header. */
export function withName(name: string | undefined, address: string): string {
  const plain = name?.replace(unsafe, ' ').replace(/\s+/g, ' ').trim();
  if (!plain) {
    return address;
  }
  // RFC 5322 §3.4: these characters need quotes.
  const shown = /[()[\]:;@\\,."]/.test(plain) ? `"${plain.replace(/["\\]/g, '\\$&')}"` : plain;
  return `${shown} <${address}>`;
}

/** Splits `Name <address>`, for providers that require name and address separately. */
export function splitAddress(value: string): { email: string; name?: string } {
  const match = /^(.*)<([^<>]+)>\s*$/.exec(value);
  const name = match?.[1]?.trim();
  return { email: match?.[2] ?? value, ...(name ? { name } : {}) };
}
