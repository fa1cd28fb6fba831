import { z } from 'zod';
import { callProvider, readJson } from '../../kit/call-provider.ts';
import { codeFlow, describeProvider } from '../../kit/code-flow.ts';
import { describePerson } from '../../kit/describe-person.ts';
import { ConnectorError } from '../../kit/fail.ts';
import type { Fetch } from '../../kit/interface.ts';
import { addressWith, codeOf, errorData, objectOf, textOf } from '../../kit/oauth.ts';
import { clientFields, clientItems, scopeField, scopeItem, scopesOf } from '../../kit/social-items.ts';

const accounts = 'https://account.xiaomi.com/oauth2';
const api = 'https://open.account.xiaomi.com/user';
/** Profile and OpenID; Xiaomi numbers its scopes. */
const defaultScope = '1 3';

/** Xiaomi puts a prefix before the JSON of some responses, so that a browser cannot run it as a script. */
async function ask(fetch: Fetch, address: string): Promise<Record<string, unknown>> {
  const { status, text } = await callProvider(fetch, address);
  if (status >= 500) {
    throw new ConnectorError('general', `The provider does not respond (status ${status}).`);
  }
  const value = readJson(text.replace(/^&&&START&&&/, ''));
  if (!value) {
    throw new ConnectorError('invalid_response', 'The provider gave an answer that is not JSON.');
  }
  return value;
}

async function askAboutUser(fetch: Fetch, path: string, clientId: string, token: string) {
  const answer = await ask(fetch, addressWith(`${api}/${path}`, { clientId, token }));
  if (answer.result !== 'ok') {
    throw new ConnectorError('social_invalid_access_token', errorData(answer.code, answer.description));
  }
  return objectOf(answer.data);
}

export const xiaomi = codeFlow({
  metadata: describeProvider('Xiaomi', {
    id: 'xiaomi-universal',
    target: 'xiaomi',
    formItems: [
      ...clientItems,
      scopeItem(defaultScope),
      {
        key: 'skipConfirm',
        label: 'Skip the confirmation',
        type: 'Switch',
        description: 'People who are signed in at Xiaomi and have agreed before are not asked again.',
      },
    ],
  }),
  configGuard: z.object({ ...clientFields, ...scopeField, skipConfirm: z.boolean().optional() }),
  authorizationEndpoint: `${accounts}/authorize`,
  parameters: ({ clientId, scope, skipConfirm }, request) => ({
    response_type: 'code',
    client_id: clientId,
    redirect_uri: request.redirectUri,
    scope: scopesOf(request.scope ?? scope, defaultScope),
    skip_confirm: skipConfirm === undefined ? undefined : String(skipConfirm),
  }),
  identify:
    (fetch) =>
    async (callback, { clientId, clientSecret }) => {
      const { code, redirectUri } = codeOf(callback);
      const tokens = await ask(
        fetch,
        addressWith(`${accounts}/token`, {
          grant_type: 'authorization_code',
          client_id: clientId,
          client_secret: clientSecret,
          code,
          redirect_uri: redirectUri,
        }),
      );
      const accessToken = textOf(tokens.access_token);
      if (tokens.error !== undefined || !accessToken) {
        throw new ConnectorError('social_auth_code_invalid', errorData(tokens.error, tokens.error_description));
      }
      const [{ openid }, user] = await Promise.all([
        askAboutUser(fetch, 'openidV2', clientId, accessToken),
        askAboutUser(fetch, 'profile', clientId, accessToken),
      ]);
      return {
        userInfo: describePerson({
          id: openid,
          name: user.miliaoNick,
          avatar: user.miliaoIcon,
          rawData: { openid, ...user },
        }),
      };
    },
});
