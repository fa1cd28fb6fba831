import * as client from 'openid-client';
import { answer, base, clientId, issuer, secret, serve } from './program.mjs';

const config = await client.discovery(new URL(issuer), clientId, secret, undefined, {
  execute: [client.allowInsecureRequests],
});
const callback = `${base}/callback`;
let verifier;
let state;
let idToken;

serve({
  '/': async () => {
    verifier = client.randomPKCECodeVerifier();
    state = client.randomState();
    return client.buildAuthorizationUrl(config, {
      redirect_uri: callback,
      scope: 'openid profile email offline_access',
      prompt: 'consent',
      code_challenge: await client.calculatePKCECodeChallenge(verifier),
      code_challenge_method: 'S256',
      state,
    });
  },
  '/callback': async (url) => {
    const tokens = await client.authorizationCodeGrant(config, url, {
      pkceCodeVerifier: verifier,
      expectedState: state,
    });
    const refreshed = await client.refreshTokenGrant(config, tokens.refresh_token);
    idToken = refreshed.id_token ?? tokens.id_token;
    const claims = tokens.claims();
    return answer(await client.fetchUserInfo(config, refreshed.access_token, claims.sub));
  },
  '/sign-out': () =>
    client.buildEndSessionUrl(config, { id_token_hint: idToken, post_logout_redirect_uri: `${base}/signed-out` }),
});
