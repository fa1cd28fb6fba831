import LogtoClient from '@logto/browser';
import { base, clientId, issuer, run } from './page.mjs';

const client = new LogtoClient({ endpoint: new URL(issuer).origin, appId: clientId, scopes: ['profile', 'email'] });

run({
  '/': () => client.signIn(`${base}/callback`),
  '/callback': async () => {
    await client.handleSignInCallback(location.href);
    return client.fetchUserInfo();
  },
  '/sign-out': () => client.signOut(`${base}/signed-out`),
});
