import { oauthProvider } from '../../kit/code-flow.ts';
import { describePerson } from '../../kit/describe-person.ts';
import { objectOf } from '../../kit/oauth.ts';

const fields = 'email,full_name,image_url,is_email_verified';

export const patreon = oauthProvider({
  name: 'Patreon',
  id: 'patreon-universal',
  target: 'patreon',
  authorizationEndpoint: 'https://www.patreon.com/oauth2/authorize',
  tokenEndpoint: 'https://www.patreon.com/api/oauth2/token',
  profileEndpoint: `https://www.patreon.com/api/oauth2/v2/identity?${new URLSearchParams({ 'fields[user]': fields })}`,
  // Patreon rejects requests without a user agent.
  headers: { 'user-agent': 'Postern' },
  defaultScope: 'identity identity[email]',
  describe: (profile) => {
    const data = objectOf(profile.data);
    const user = objectOf(data.attributes);
    return describePerson({
      id: data.id,
      email: user.is_email_verified === true ? user.email : undefined,
      isEmailVerified: true,
      name: user.full_name,
      avatar: user.image_url,
      rawData: profile,
    });
  },
});
