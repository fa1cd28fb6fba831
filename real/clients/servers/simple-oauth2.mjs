import { AuthorizationCode } from 'simple-oauth2';
import { answer, base, clientId, issuer, secret, serve } from './program.mjs';

const { origin, pathname } = new URL(issuer);
const client = new AuthorizationCode({
  client: { id: clientId, secret },
  auth: { tokenHost: origin, tokenPath: `${pathname}/token`, authorizePath: `${pathname}/auth` },
});
const redirect_uri = `${base}/callback`;
const state = 'of this sign-in';

serve({
  '/': async () => client.authorizeURL({ redirect_uri, scope: 'openid profile email', state }),
  '/callback': async ({ searchParams }) => {
    if (searchParams.get('state') !== state) throw new Error('another state');
    const { token } = await client.getToken({ code: searchParams.get('code'), redirect_uri });
    const told = await fetch(`${issuer}/me`, { headers: { authorization: `Bearer ${token.access_token}` } });
    return answer(await told.json());
  },
});
