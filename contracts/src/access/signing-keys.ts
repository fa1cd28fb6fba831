import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { Timestamp } from '../fields.ts';

/** How long verifiers may cache the published keys. */
export const jwksMaxAgeSeconds = 300;
/**
 * How long a new key is published before it signs. Longer than verifiers may cache the old list, so that they know the
 * key of every token; the factor leaves room for proxies and for libraries that cache longer.
 */
export const defaultGraceSeconds = 12 * jwksMaxAgeSeconds;
export const maxGraceSeconds = 7 * 86_400;

export const signingKeyTypes = ['private-keys', 'cookie-keys'] as const;
export const SigningKeyType = z.enum(signingKeyTypes);
export type SigningKeyType = z.infer<typeof SigningKeyType>;

export const signingKeyAlgorithms = ['EC', 'RSA'] as const;
export const SigningKeyAlgorithm = z.enum(signingKeyAlgorithms);
export type SigningKeyAlgorithm = z.infer<typeof SigningKeyAlgorithm>;

/** Next: published, does not sign yet. Current: signs. Previous: verifies what it signed before. */
export const SigningKeyStatus = z.enum(['Next', 'Current', 'Previous']);
export type SigningKeyStatus = z.infer<typeof SigningKeyStatus>;

/** Algorithms for ID tokens. Each private key signs with one by default and has a companion for the other. */
export const idTokenAlgorithms = ['ES256', 'RS256'] as const;
export const IdTokenAlgorithm = z.enum(idTokenAlgorithms);
export type IdTokenAlgorithm = z.infer<typeof IdTokenAlgorithm>;

const Fingerprint = z.object({ sha256: z.object({ formatted: z.string(), unformatted: z.string() }) });

/** Contains no private data: private keys never leave the server. */
export const SigningKey = z.object({
  id: z.string(),
  createdAt: Timestamp,
  status: SigningKeyStatus,
  signsFrom: Timestamp,
  /** When the next key starts to sign; other keys have none. */
  effectiveAt: Timestamp.optional(),
  signingKeyAlgorithm: SigningKeyAlgorithm.optional(),
  /** Of the public key (SubjectPublicKeyInfo, DER). Cookie keys have none. */
  fingerprint: Fingerprint.optional(),
  /** Keys of the other algorithms, for applications that chose one. They are created and removed with this key. */
  companions: z.array(z.object({ id: z.string(), algorithm: z.string(), fingerprint: Fingerprint })).optional(),
});
export type SigningKey = z.infer<typeof SigningKey>;

export const RotateSigningKey = z.strictObject({
  signingKeyAlgorithm: SigningKeyAlgorithm.optional(),
  /**
   * Seconds until the new key signs; 0 means immediately, which is refused while a next key waits. Only for private keys.
   * The default is a setting of the installation.
   */
  rotationGracePeriod: z.int().min(0).max(maxGraceSeconds).optional(),
});
export type RotateSigningKey = z.infer<typeof RotateSigningKey>;

const KeyType = z.object({ keyType: SigningKeyType });
const common = { auth: { kind: 'management' }, document: 'management', tag: 'Signing keys' } as const;

export const signingKeysApi = {
  list: endpoint({
    ...common,
    method: 'GET',
    path: '/api/configs/oidc/:keyType',
    summary: 'List the keys of a type, newest first.',
    params: KeyType,
    response: z.array(SigningKey),
  }),
  rotate: endpoint({
    ...common,
    method: 'POST',
    path: '/api/configs/oidc/:keyType/rotate',
    summary: 'Add a key. It is published at once and signs after the grace period; it takes the place of a next key.',
    params: KeyType,
    body: RotateSigningKey,
    response: z.array(SigningKey),
    otherStatuses: { 422: ['oidc.invalid_request'] },
  }),
  remove: endpoint({
    ...common,
    method: 'DELETE',
    path: '/api/configs/oidc/:keyType/:keyId',
    summary: 'Delete the previous private key, or a cookie key. Tokens and cookies that it signed become invalid.',
    params: KeyType.extend({ keyId: z.string() }),
    errors: ['oidc.key_not_found', 'oidc.key_required', 'oidc.only_previous_key_can_be_deleted'],
  }),
} as const;
