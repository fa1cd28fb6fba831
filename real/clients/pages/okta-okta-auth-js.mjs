import { OktaAuth } from '@okta/okta-auth-js';
import { base, clientId, issuer, run } from './page.mjs';

const client = new OktaAuth({
  issuer,
  clientId,
  redirectUri: `${base}/callback`,
  scopes: ['openid', 'profile', 'email'],
  authorizeUrl: `${issuer}/auth`,
  tokenUrl: `${issuer}/token`,
  userinfoUrl: `${issuer}/me`,
  logoutUrl: `${issuer}/session/end`,
});

run({
  '/': () => client.token.getWithRedirect(),
  '/callback': async () => {
    const { tokens } = await client.token.parseFromUrl();
    client.tokenManager.setTokens(tokens);
    return client.token.getUserInfo(tokens.accessToken, tokens.idToken);
  },
  '/sign-out': () => client.signOut({ postLogoutRedirectUri: `${base}/signed-out`, revokeAccessToken: false }),
});
