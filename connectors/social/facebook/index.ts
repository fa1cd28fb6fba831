import { createHmac } from 'node:crypto';
import { oauthProvider } from '../../kit/code-flow.ts';
import { describePerson } from '../../kit/describe-person.ts';
import { addressWith, fetchProfile, objectOf } from '../../kit/oauth.ts';

const version = 'v24.0';
const userEndpoint = `https://graph.facebook.com/${version}/me`;

export const facebook = oauthProvider({
  name: 'Facebook',
  id: 'facebook-universal',
  target: 'facebook',
  metadata: { isTokenStorageSupported: true },
  authorizationEndpoint: `https://www.facebook.com/${version}/dialog/oauth`,
  tokenEndpoint: `https://graph.facebook.com/${version}/oauth/access_token`,
  defaultScope: 'email public_profile',
  describe: async (_, { fetch, tokens: { access_token: accessToken = '' }, settings: { clientSecret } }) => {
    const address = addressWith(userEndpoint, {
      fields: 'id,name,email,picture.type(large)',
      // Apps can require this proof that the caller knows their secret.
      appsecret_proof: createHmac('sha256', clientSecret).update(accessToken).digest('hex'),
    });
    const user = await fetchProfile(fetch, address, accessToken);
    return describePerson({
      id: user.id,
      // Facebook documents no flag for verified addresses.
      email: user.email,
      name: user.name,
      avatar: objectOf(objectOf(user.picture).data).url,
      rawData: user,
    });
  },
});
