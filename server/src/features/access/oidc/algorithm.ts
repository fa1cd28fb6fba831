import type { JWK } from 'jose';

const algorithms: Record<string, string> = { 'P-256': 'ES256', 'P-384': 'ES384', 'P-521': 'ES512' };

/** The algorithm that a private key signs with. */
export const algorithmOf = (jwk: JWK) => jwk.alg ?? algorithms[jwk.crv ?? ''] ?? 'RS256';
