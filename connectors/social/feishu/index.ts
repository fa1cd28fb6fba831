import { z } from 'zod';
import { callForJson, jsonType } from '../../kit/call-provider.ts';
import { codeFlow, describeProvider } from '../../kit/code-flow.ts';
import { describePerson } from '../../kit/describe-person.ts';
import { ConnectorError } from '../../kit/fail.ts';
import { codeOf, errorData, fetchProfile, objectOf, textOf } from '../../kit/oauth.ts';
import { appFields, appItems } from '../../kit/social-items.ts';

const tokenEndpoint = 'https://accounts.feishu.cn/oauth/v3/token';
const userEndpoint = 'https://open.feishu.cn/open-apis/authen/v1/user_info';

export const feishu = codeFlow({
  metadata: describeProvider('Feishu', {
    id: 'feishu-web',
    target: 'feishu',
    platform: 'Web',
    formItems: appItems,
  }),
  configGuard: z.object(appFields),
  authorizationEndpoint: 'https://accounts.feishu.cn/open-apis/authen/v1/authorize',
  usesPkce: true,
  parameters: ({ appId }, { redirectUri, scope }) => ({
    response_type: 'code',
    client_id: appId,
    redirect_uri: redirectUri,
    scope,
  }),
  identify:
    (fetch) =>
    async (callback, { appId, appSecret }) => {
      const { code, redirectUri } = codeOf(callback);
      const codeVerifier = textOf(callback.session.codeVerifier);
      const tokens = await callForJson(fetch, tokenEndpoint, {
        method: 'POST',
        headers: jsonType,
        body: JSON.stringify({
          grant_type: 'authorization_code',
          client_id: appId,
          client_secret: appSecret,
          code,
          redirect_uri: redirectUri,
          ...(codeVerifier ? { code_verifier: codeVerifier } : {}),
        }),
      });
      const accessToken = textOf(tokens.access_token);
      if (!accessToken) {
        throw new ConnectorError(
          'social_auth_code_invalid',
          errorData(tokens.error ?? tokens.code, tokens.error_description ?? tokens.msg),
        );
      }
      const answer = await fetchProfile(fetch, userEndpoint, accessToken);
      if (answer.code !== 0) {
        throw new ConnectorError('social_invalid_access_token', errorData(answer.code, answer.msg));
      }
      const user = objectOf(answer.data);
      return {
        userInfo: describePerson({
          id: user.open_id,
          // The company can enter these; Feishu documents no flag for verified ones.
          email: textOf(user.email) ?? textOf(user.enterprise_email),
          phone: user.mobile,
          name: user.name,
          avatar: user.avatar_url,
          rawData: user,
        }),
      };
    },
});
