import { callForJson, formType } from '../../kit/call-provider.ts';
import { oauthProvider } from '../../kit/code-flow.ts';
import { describePerson } from '../../kit/describe-person.ts';
import { ConnectorError } from '../../kit/fail.ts';
import type { Fetch } from '../../kit/interface.ts';
import { errorData, fetchProfile, textOf } from '../../kit/oauth.ts';

const issuer = 'https://access.line.me';
const verifyEndpoint = 'https://api.line.me/oauth2/v2.1/verify';
const profileEndpoint = 'https://api.line.me/v2/profile';

/** LINE verifies its ID tokens itself, because those of web logins are signed with the secret of the channel. */
async function verify(fetch: Fetch, idToken: string, clientId: string, nonce: string | undefined) {
  const claims = await callForJson(fetch, verifyEndpoint, {
    method: 'POST',
    headers: formType,
    body: new URLSearchParams({ id_token: idToken, client_id: clientId, ...(nonce ? { nonce } : {}) }).toString(),
  });
  if (claims.error !== undefined) {
    throw new ConnectorError('social_invalid_id_token', errorData(claims.error, claims.error_description));
  }
  const isOurs = claims.iss === issuer && claims.aud === clientId && (!nonce || claims.nonce === nonce);
  if (!isOurs) {
    throw new ConnectorError('social_invalid_id_token', { error: 'claim_mismatch' });
  }
  return claims;
}

export const line = oauthProvider({
  name: 'Line',
  id: 'line-universal',
  target: 'line',
  metadata: { description: { en: 'People sign in with their LINE account.' } },
  authorizationEndpoint: 'https://access.line.me/oauth2/v2.1/authorize',
  tokenEndpoint: 'https://api.line.me/oauth2/v2.1/token',
  defaultScope: 'openid profile',
  usesPkce: true,
  usesNonce: true,
  describe: async (_, { fetch, tokens, settings: { clientId }, callback }) => {
    if (!tokens.id_token) {
      // Without the scope `openid`.
      const user = await fetchProfile(fetch, profileEndpoint, tokens.access_token);
      return describePerson({ id: user.userId, name: user.displayName, avatar: user.pictureUrl, rawData: user });
    }
    const claims = await verify(fetch, tokens.id_token, clientId, textOf(callback.session.nonce));
    return describePerson({
      id: claims.sub,
      // LINE documents no flag for verified addresses.
      email: claims.email,
      name: claims.name,
      avatar: claims.picture,
      rawData: claims,
    });
  },
});
