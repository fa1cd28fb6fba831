import { oauthProvider } from '../../kit/code-flow.ts';
import { describePerson } from '../../kit/describe-person.ts';
import { addressWith, fetchProfile, objectOf } from '../../kit/oauth.ts';

const emailScope = 'users.email';

export const x = oauthProvider({
  name: 'X',
  id: 'x-universal',
  target: 'x',
  metadata: { logoDark: './logo-dark.svg' },
  authorizationEndpoint: 'https://x.com/i/oauth2/authorize',
  tokenEndpoint: 'https://api.x.com/2/oauth2/token',
  defaultScope: 'tweet.read users.read',
  authMethod: 'client_secret_basic',
  requiresPkce: true,
  describe: async (_, { fetch, tokens }) => {
    // X refuses a request for the address without its scope.
    const hasEmail = tokens.scope?.split(' ').includes(emailScope);
    const address = addressWith('https://api.x.com/2/users/me', {
      'user.fields': hasEmail ? 'profile_image_url,confirmed_email' : 'profile_image_url',
    });
    const { data } = await fetchProfile(fetch, address, tokens.access_token);
    const user = objectOf(data);
    return describePerson({
      id: user.id,
      email: user.confirmed_email,
      isEmailVerified: true,
      name: user.name ?? user.username,
      avatar: user.profile_image_url,
      rawData: user,
    });
  },
});
