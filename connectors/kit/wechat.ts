import { callForJson } from './call-provider.ts';
import { codeNamed } from './code-flow.ts';
import { describePerson } from './describe-person.ts';
import { ConnectorError } from './fail.ts';
import type { Callback, Fetch } from './interface.ts';
import { addressWith, errorData, textOf } from './oauth.ts';

const api = 'https://api.weixin.qq.com/sns';
/** The code is wrong, was used before, or is missing. */
const codeErrors: unknown[] = [40029, 40163, 41008];
/** The token is wrong or expired. */
const tokenErrors: unknown[] = [40001, 40014, 42001];

/** The response, unless it is an error. WeChat sends errors with status 200. */
async function ask(fetch: Fetch, path: string, parameters: Record<string, string>) {
  const answer = await callForJson(fetch, addressWith(`${api}/${path}`, parameters));
  const { errcode, errmsg } = answer;
  if (errcode === undefined || errcode === 0) {
    return answer;
  }
  const data = errorData(errcode, errmsg);
  if (codeErrors.includes(errcode)) {
    throw new ConnectorError('social_auth_code_invalid', data);
  }
  throw new ConnectorError(tokenErrors.includes(errcode) ? 'social_invalid_access_token' : 'general', data);
}

/** The user of a code, from the website and from an app alike. */
export const identifyAtWeChat =
  (fetch: Fetch) =>
  async (callback: Callback, { appId, appSecret }: { appId: string; appSecret: string }) => {
    const code = codeNamed(callback, 'code');
    const tokens = await ask(fetch, 'oauth2/access_token', {
      appid: appId,
      secret: appSecret,
      code,
      grant_type: 'authorization_code',
    });
    const [accessToken, openId] = [textOf(tokens.access_token), textOf(tokens.openid)];
    if (!accessToken || !openId) {
      throw new ConnectorError('invalid_response', 'The provider gave an answer without a token.');
    }
    const user = await ask(fetch, 'userinfo', { access_token: accessToken, openid: openId });
    return {
      userInfo: describePerson({
        // The union ID is the same on the website and in the app. Accounts without an open platform have none.
        id: textOf(user.unionid) ?? textOf(tokens.unionid) ?? openId,
        name: user.nickname,
        avatar: user.headimgurl,
        rawData: user,
      }),
    };
  };
