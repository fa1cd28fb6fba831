import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { Timestamp } from '../fields.ts';

/** `next` is in the metadata and not used yet; `previous` still opens encrypted assertions. */
const ssoKeyStates = ['current', 'next', 'previous'] as const;
export const SsoKeyState = z.enum(ssoKeyStates);
export type SsoKeyState = z.infer<typeof SsoKeyState>;

/** A key pair of ours for a SAML connector. The private key never leaves the server. */
export const SsoKey = z.object({
  state: SsoKeyState,
  certificate: z.string(),
  /** SHA-256, in hexadecimal. */
  fingerprint: z.string(),
  expiresAt: Timestamp,
  createdAt: Timestamp,
});
export type SsoKey = z.infer<typeof SsoKey>;

const Id = z.object({ id: z.string() });
const common = { auth: { kind: 'management' }, document: 'management', tag: 'SSO connectors' } as const;
const base = '/api/sso-connectors/:id/keys';
const missing = ['entity.not_exists_with_id'] as const;

/** Our addition to the wire: replacing the keys of a SAML connector without a gap. */
export const ssoKeysApi = {
  list: endpoint({
    ...common,
    method: 'GET',
    path: base,
    summary: 'List the key pairs of a SAML connector, without their private keys.',
    params: Id,
    response: z.array(SsoKey),
    errors: missing,
  }),
  create: endpoint({
    ...common,
    method: 'POST',
    path: base,
    summary: 'Create the next key pair. It is published in the metadata and used after it is activated.',
    params: Id,
    response: z.array(SsoKey),
    status: [201],
    errors: [...missing, 'single_sign_on.key_not_found', 'single_sign_on.next_key_exists'],
  }),
  activate: endpoint({
    ...common,
    method: 'POST',
    path: `${base}/activate`,
    summary: 'Use the next key pair. The one before still opens encrypted assertions until it is deleted.',
    params: Id,
    response: z.array(SsoKey),
    errors: [...missing, 'single_sign_on.next_key_not_found'],
  }),
  remove: endpoint({
    ...common,
    method: 'DELETE',
    path: `${base}/:state`,
    summary: 'Delete the next or the previous key pair.',
    params: Id.extend({ state: SsoKeyState.exclude(['current']) }),
    errors: [...missing, 'single_sign_on.next_key_not_found', 'single_sign_on.previous_key_not_found'],
  }),
} as const;
