import { oauthProvider } from '../../kit/code-flow.ts';
import { describeClaims } from '../../kit/describe-person.ts';
import { ConnectorError } from '../../kit/fail.ts';
import { errorData } from '../../kit/oauth.ts';

export const slack = oauthProvider({
  name: 'Slack',
  id: 'slack-universal',
  target: 'slack',
  metadata: { logoDark: './logo-dark.svg' },
  authorizationEndpoint: 'https://slack.com/openid/connect/authorize',
  tokenEndpoint: 'https://slack.com/api/openid.connect.token',
  profileEndpoint: 'https://slack.com/api/openid.connect.userInfo',
  defaultScope: 'openid profile email',
  describe: (user) => {
    // Slack reports errors with status 200.
    if (user.ok !== true) {
      throw new ConnectorError('social_invalid_access_token', errorData(user.error, undefined));
    }
    return describeClaims(user);
  },
});
