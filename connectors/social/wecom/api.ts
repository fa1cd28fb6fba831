import { callForJson, jsonType } from '../../kit/call-provider.ts';
import { ConnectorError } from '../../kit/fail.ts';
import type { Fetch } from '../../kit/interface.ts';
import { addressWith, errorData, textOf } from '../../kit/oauth.ts';

const base = 'https://qyapi.weixin.qq.com/cgi-bin';
/** A token ends a little earlier for us than for WeCom. */
const marginMs = 300_000;
/** The token of the application is wrong or expired. */
const tokenErrors: unknown[] = [40014, 42001];
/** The code is wrong, was used before, or has expired. */
const codeErrors: unknown[] = [40029, 42003, 50001];

type App = { corpId: string; appSecret: string };

function requireSuccess(answer: Record<string, unknown>): Record<string, unknown> {
  const { errcode, errmsg } = answer;
  if (errcode === 0) {
    return answer;
  }
  throw new ConnectorError(
    codeErrors.includes(errcode) ? 'social_auth_code_invalid' : 'general',
    errorData(errcode, errmsg),
  );
}

/** Calls with the access token of the application. WeCom demands that it is cached: it limits how often one is issued. */
export function createApi(fetch: Fetch) {
  let cached: { token: string; endsAt: number } | undefined;

  async function tokenOf({ corpId, appSecret }: App): Promise<string> {
    if (cached && Date.now() < cached.endsAt) {
      return cached.token;
    }
    const answer = requireSuccess(
      await callForJson(fetch, addressWith(`${base}/gettoken`, { corpid: corpId, corpsecret: appSecret })),
    );
    const token = textOf(answer.access_token);
    if (!token) {
      throw new ConnectorError('invalid_response', 'The provider gave an answer without a token.');
    }
    const lifetimeMs = typeof answer.expires_in === 'number' ? answer.expires_in * 1000 : 0;
    cached = { token, endsAt: Date.now() + lifetimeMs - marginMs };
    return token;
  }

  async function call(app: App, path: string, query: Record<string, string>, body: object | undefined) {
    const address = addressWith(`${base}/${path}`, { access_token: await tokenOf(app), ...query });
    return callForJson(
      fetch,
      address,
      body ? { method: 'POST', headers: jsonType, body: JSON.stringify(body) } : undefined,
    );
  }

  return {
    ask: async (app: App, path: string, query: Record<string, string>, body?: object) => {
      const answer = await call(app, path, query, body);
      if (!tokenErrors.includes(answer.errcode)) {
        return requireSuccess(answer);
      }
      // WeCom may end a token before its time.
      cached = undefined;
      return requireSuccess(await call(app, path, query, body));
    },
  };
}
