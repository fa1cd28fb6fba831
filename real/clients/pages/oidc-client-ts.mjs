import { UserManager } from 'oidc-client-ts';
import { base, clientId, issuer, run } from './page.mjs';

const manager = new UserManager({
  authority: issuer,
  client_id: clientId,
  redirect_uri: `${base}/callback`,
  post_logout_redirect_uri: `${base}/signed-out`,
  scope: 'openid profile email offline_access',
  prompt: 'consent',
  loadUserInfo: true,
});

run({
  '/': () => manager.signinRedirect(),
  '/callback': async () => {
    await manager.signinCallback();
    const user = await manager.signinSilent();
    return user.profile;
  },
  '/sign-out': () => manager.signoutRedirect(),
});
