import { PublicClientApplication } from '@azure/msal-browser';
import { base, clientId, issuer, run } from './page.mjs';

const client = new PublicClientApplication({
  auth: {
    clientId,
    authority: issuer,
    knownAuthorities: [new URL(issuer).host],
    redirectUri: `${base}/callback`,
    postLogoutRedirectUri: `${base}/signed-out`,
  },
  system: { protocolMode: 'OIDC' },
});
await client.initialize();
const request = { scopes: ['openid', 'profile', 'email'] };

run({
  '/': () => client.loginRedirect(request),
  '/callback': async () => {
    const { account } = await client.handleRedirectPromise({ navigateToLoginRequestUrl: false });
    return { ...account.idTokenClaims, shown: account.username };
  },
  // The client notes that a sign-out is under way, until it has seen the page after it.
  '/signed-out': async () => {
    await client.handleRedirectPromise();
    return {};
  },
  '/sign-out': async () => {
    await client.handleRedirectPromise();
    await client.logoutRedirect({ account: client.getAllAccounts()[0] });
  },
});
