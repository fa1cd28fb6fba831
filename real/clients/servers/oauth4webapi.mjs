import * as oauth from 'oauth4webapi';
import { answer, base, clientId, issuer, secret, serve } from './program.mjs';

const plain = { [oauth.allowInsecureRequests]: true };
const issuerUrl = new URL(issuer);
const server = await oauth.processDiscoveryResponse(issuerUrl, await oauth.discoveryRequest(issuerUrl, plain));
const client = { client_id: clientId };
const authentication = oauth.ClientSecretPost(secret);
const callback = `${base}/callback`;
let verifier;
let state;

serve({
  '/': async () => {
    verifier = oauth.generateRandomCodeVerifier();
    state = oauth.generateRandomState();
    const url = new URL(server.authorization_endpoint);
    for (const [name, value] of Object.entries({
      client_id: clientId,
      redirect_uri: callback,
      response_type: 'code',
      scope: 'openid profile email',
      code_challenge: await oauth.calculatePKCECodeChallenge(verifier),
      code_challenge_method: 'S256',
      state,
    })) {
      url.searchParams.set(name, value);
    }
    return url;
  },
  '/callback': async (url) => {
    const params = oauth.validateAuthResponse(server, client, url, state);
    const response = await oauth.authorizationCodeGrantRequest(
      server,
      client,
      authentication,
      params,
      callback,
      verifier,
      plain,
    );
    const tokens = await oauth.processAuthorizationCodeResponse(server, client, response, { requireIdToken: true });
    const { sub } = oauth.getValidatedIdTokenClaims(tokens);
    const told = await oauth.userInfoRequest(server, client, tokens.access_token, plain);
    return answer(await oauth.processUserInfoResponse(server, client, sub, told));
  },
});
