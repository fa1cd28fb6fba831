import { oauthProvider } from '../../kit/code-flow.ts';
import { describePerson } from '../../kit/describe-person.ts';

export const amazon = oauthProvider({
  name: 'Amazon',
  id: 'amazon-universal',
  target: 'amazon',
  authorizationEndpoint: 'https://www.amazon.com/ap/oa',
  tokenEndpoint: 'https://api.amazon.com/auth/o2/token',
  profileEndpoint: 'https://api.amazon.com/user/profile',
  defaultScope: 'profile',
  usesPkce: true,
  // Amazon documents no flag for verified addresses.
  describe: (user) => describePerson({ id: user.user_id, email: user.email, name: user.name, rawData: user }),
});
