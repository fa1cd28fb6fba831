import { CodeChallengeMethod, generateCodeVerifier, generateState, OAuth2Client } from 'arctic';
import { answer, base, clientId, issuer, secret, serve } from './program.mjs';

const client = new OAuth2Client(clientId, secret, `${base}/callback`);
const verifier = generateCodeVerifier();

serve({
  '/': () =>
    client.createAuthorizationURLWithPKCE(`${issuer}/auth`, generateState(), CodeChallengeMethod.S256, verifier, [
      'openid',
      'profile',
    ]),
  '/callback': async (url) => {
    const tokens = await client.validateAuthorizationCode(`${issuer}/token`, url.searchParams.get('code'), verifier);
    const told = await fetch(`${issuer}/me`, { headers: { authorization: `Bearer ${tokens.accessToken()}` } });
    return answer(await told.json());
  },
});
