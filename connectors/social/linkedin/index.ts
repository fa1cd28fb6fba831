import { oauthProvider } from '../../kit/code-flow.ts';
import { describeClaims } from '../../kit/describe-person.ts';

export const linkedin = oauthProvider({
  name: 'LinkedIn',
  id: 'linkedin-universal',
  target: 'linkedin',
  authorizationEndpoint: 'https://www.linkedin.com/oauth/v2/authorization',
  tokenEndpoint: 'https://www.linkedin.com/oauth/v2/accessToken',
  profileEndpoint: 'https://api.linkedin.com/v2/userinfo',
  defaultScope: 'openid profile email',
  describe: describeClaims,
});
