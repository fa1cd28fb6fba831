import { oauthProvider } from '../../kit/code-flow.ts';
import { describePerson } from '../../kit/describe-person.ts';
import { ConnectorError } from '../../kit/fail.ts';
import { errorData, objectOf } from '../../kit/oauth.ts';

export const kook = oauthProvider({
  name: 'KOOK',
  id: 'kook-universal',
  target: 'kook',
  authorizationEndpoint: 'https://www.kookapp.cn/app/oauth2/authorize',
  tokenEndpoint: 'https://www.kookapp.cn/api/oauth2/token',
  profileEndpoint: 'https://www.kookapp.cn/api/v3/user/me',
  defaultScope: 'get_user_info',
  describe: (profile) => {
    // KOOK reports errors in the body.
    if (profile.code !== 0) {
      throw new ConnectorError('social_invalid_access_token', errorData(profile.code, profile.message));
    }
    const user = objectOf(profile.data);
    return describePerson({ id: user.id, name: user.username, avatar: user.avatar, rawData: profile });
  },
});
