import { callForJson, jsonType } from '../../kit/call-provider.ts';
import { codeFlow, codeNamed, describeProvider } from '../../kit/code-flow.ts';
import { describePerson } from '../../kit/describe-person.ts';
import { ConnectorError } from '../../kit/fail.ts';
import { errorData, textOf } from '../../kit/oauth.ts';
import { clientItems, clientSettings, scopeItem, scopesOf } from '../../kit/social-items.ts';

const tokenEndpoint = 'https://api.dingtalk.com/v1.0/oauth2/userAccessToken';
const userEndpoint = 'https://api.dingtalk.com/v1.0/contact/users/me';
const defaultScope = 'openid';

/** The number with its country code, which DingTalk sends separately. */
const phoneOf = (mobile: unknown, stateCode: unknown) =>
  textOf(mobile) && textOf(stateCode) ? `${stateCode}${mobile}` : undefined;

export const dingtalk = codeFlow({
  metadata: describeProvider('DingTalk', {
    id: 'dingtalk-web',
    target: 'dingtalk',
    platform: 'Web',
    formItems: [...clientItems, scopeItem(defaultScope)],
  }),
  configGuard: clientSettings,
  authorizationEndpoint: 'https://login.dingtalk.com/oauth2/auth',
  parameters: ({ clientId, scope }, request) => ({
    response_type: 'code',
    client_id: clientId,
    redirect_uri: request.redirectUri,
    scope: scopesOf(request.scope ?? scope, defaultScope),
    // DingTalk requires it.
    prompt: 'consent',
  }),
  identify:
    (fetch) =>
    async (callback, { clientId, clientSecret }) => {
      const code = codeNamed(callback, 'authCode', 'code');
      const tokens = await callForJson(fetch, tokenEndpoint, {
        method: 'POST',
        headers: jsonType,
        body: JSON.stringify({ clientId, clientSecret, code, grantType: 'authorization_code' }),
      });
      const accessToken = textOf(tokens.accessToken);
      if (!accessToken) {
        throw new ConnectorError('social_auth_code_invalid', errorData(tokens.code, tokens.message));
      }
      const user = await callForJson(fetch, userEndpoint, {
        headers: { 'x-acs-dingtalk-access-token': accessToken },
      });
      if (user.code !== undefined) {
        throw new ConnectorError('social_invalid_access_token', errorData(user.code, user.message));
      }
      return {
        userInfo: describePerson({
          // The same in every app of a company; the open ID differs between apps.
          id: user.unionId,
          // DingTalk documents no flag for verified addresses.
          email: user.email,
          phone: phoneOf(user.mobile, user.stateCode),
          name: user.nick,
          avatar: user.avatarUrl,
          rawData: user,
        }),
      };
    },
});
