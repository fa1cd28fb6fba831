import { callForJson } from '../../kit/call-provider.ts';
import { codeFlow, describeProvider } from '../../kit/code-flow.ts';
import { describePerson } from '../../kit/describe-person.ts';
import { ConnectorError } from '../../kit/fail.ts';
import type { Fetch } from '../../kit/interface.ts';
import { addressWith, codeOf, errorData, textOf } from '../../kit/oauth.ts';
import { clientItems, clientSettings, scopeItem, scopesOf } from '../../kit/social-items.ts';

const base = 'https://graph.qq.com';
const defaultScope = 'get_user_info';

/** The OpenID of the user. QQ also says for which app the token is. */
async function openIdOf(fetch: Fetch, accessToken: string, clientId: string): Promise<string> {
  const answer = await callForJson(
    fetch,
    addressWith(`${base}/oauth2.0/me`, { access_token: accessToken, fmt: 'json' }),
  );
  const openId = textOf(answer.openid);
  if (answer.error !== undefined || !openId) {
    throw new ConnectorError('social_invalid_access_token', errorData(answer.error, answer.error_description));
  }
  if (answer.client_id !== clientId) {
    throw new ConnectorError('social_invalid_access_token', { error: 'client_mismatch' });
  }
  return openId;
}

export const qq = codeFlow({
  metadata: describeProvider('QQ', {
    id: 'qq-universal',
    target: 'qq',
    formItems: [...clientItems, scopeItem(defaultScope)],
  }),
  configGuard: clientSettings,
  authorizationEndpoint: `${base}/oauth2.0/authorize`,
  parameters: ({ clientId, scope }, request) => ({
    response_type: 'code',
    client_id: clientId,
    redirect_uri: request.redirectUri,
    scope: scopesOf(request.scope ?? scope, defaultScope).replaceAll(' ', ','),
  }),
  identify:
    (fetch) =>
    async (callback, { clientId, clientSecret }) => {
      const { code, redirectUri } = codeOf(callback);
      const tokens = await callForJson(
        fetch,
        addressWith(`${base}/oauth2.0/token`, {
          grant_type: 'authorization_code',
          client_id: clientId,
          client_secret: clientSecret,
          code,
          redirect_uri: redirectUri,
          fmt: 'json',
        }),
      );
      const accessToken = textOf(tokens.access_token);
      if (tokens.error !== undefined || !accessToken) {
        throw new ConnectorError('social_auth_code_invalid', errorData(tokens.error, tokens.error_description));
      }
      const openId = await openIdOf(fetch, accessToken, clientId);
      const user = await callForJson(
        fetch,
        addressWith(`${base}/user/get_user_info`, {
          access_token: accessToken,
          oauth_consumer_key: clientId,
          openid: openId,
        }),
      );
      if (user.ret !== 0) {
        throw new ConnectorError('social_invalid_access_token', errorData(user.ret, user.msg));
      }
      return {
        userInfo: describePerson({
          id: openId,
          name: user.nickname,
          // The larger picture does not exist for every account.
          avatar: textOf(user.figureurl_qq_2) ?? user.figureurl_qq_1,
          rawData: user,
        }),
      };
    },
});
