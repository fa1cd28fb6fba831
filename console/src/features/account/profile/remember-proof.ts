/** A little less than what the server grants, so that the next step does not come too late. */
const lifetime = 9 * 60_000;

let provenAt = 0;

/** The password, or a code from the own address, was shown in this window. The server decides; this only spares a detour. */
export function rememberProof(): void {
  provenAt = Date.now();
}

export function forgetProof(): void {
  provenAt = 0;
}

export const isProofFresh = () => Date.now() - provenAt < lifetime;
