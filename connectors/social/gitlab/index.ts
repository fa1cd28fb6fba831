import { oauthProvider } from '../../kit/code-flow.ts';
import { describeClaims } from '../../kit/describe-person.ts';

export const gitlab = oauthProvider({
  name: 'GitLab',
  id: 'gitlab-universal',
  target: 'gitlab',
  authorizationEndpoint: 'https://gitlab.com/oauth/authorize',
  tokenEndpoint: 'https://gitlab.com/oauth/token',
  profileEndpoint: 'https://gitlab.com/oauth/userinfo',
  defaultScope: 'openid profile email',
  usesPkce: true,
  describe: describeClaims,
});
