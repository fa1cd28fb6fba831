/** Slightly shorter than the server's limit, so that the next step is still in time. */
const lifetime = 9 * 60_000;

let provenAt = 0;

/** Remembers that the password or a code was verified in this window. Only avoids a detour; the server decides. */
export function rememberProof(): void {
  provenAt = Date.now();
}

export function forgetProof(): void {
  provenAt = 0;
}

export const isProofFresh = () => Date.now() - provenAt < lifetime;
