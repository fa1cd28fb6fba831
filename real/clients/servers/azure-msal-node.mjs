import { ConfidentialClientApplication } from '@azure/msal-node';
import { answer, base, clientId, issuer, secret, serve } from './program.mjs';

const client = new ConfidentialClientApplication({
  auth: { clientId, clientSecret: secret, authority: issuer, knownAuthorities: [new URL(issuer).host] },
  system: { protocolMode: 'OIDC' },
});
const request = { scopes: ['openid', 'profile', 'email'], redirectUri: `${base}/callback` };

serve({
  '/': () => client.getAuthCodeUrl(request),
  '/callback': async (url) => {
    const { account } = await client.acquireTokenByCode({ ...request, code: url.searchParams.get('code') });
    return answer({ ...account.idTokenClaims, shown: account.username });
  },
});
