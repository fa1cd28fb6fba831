import { createHash, createHmac, randomBytes } from 'node:crypto';
import type { ConnectorMetadata } from './interface.ts';

type FormItem = NonNullable<ConnectorMetadata['formItems']>[number];

export const pkceItem: FormItem = {
  key: 'usePkce',
  label: 'Use PKCE',
  type: 'Switch',
  defaultValue: true,
  description: 'Protects the authorization code. Turn it off only if the provider refuses code_challenge.',
};

/** A secret that is stored in the session, and its digest for the authorization request (RFC 7636 §4.1, §4.2). */
export function createPkce(codeVerifier = randomBytes(32).toString('base64url')) {
  const codeChallenge = createHash('sha256').update(codeVerifier).digest('base64url');
  return { session: { codeVerifier }, parameters: { code_challenge: codeChallenge, code_challenge_method: 'S256' } };
}

/** A verifier that needs no session: only a server with the client secret can compute it from the state. */
export const verifierFor = (clientSecret: string, state: string) =>
  createHmac('sha256', clientSecret).update(`pkce:${state}`).digest('base64url');
