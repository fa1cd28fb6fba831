import inject from 'light-my-request';
import type { Provider } from 'oidc-provider';
import type { App } from '#platform/app';
import { requireActiveTenant } from '#platform/http/authenticate';
import { AppError } from '#platform/http/errors';
import { settingsOf } from '../clients/clients.ts';
import { dispatcherOf } from '../engine/dispatch.ts';
import { findAccount } from './claims.ts';

export type Redemption = { clientId: string; code: string; redirectUri: string; scope: string[]; ip: string };

/** Makes the token request of an application that this server is itself, so that the engine checks and uses the code. */
async function requestToken(provider: Provider, { clientId, code, redirectUri, ip }: Redemption, secret: string) {
  const { host, protocol } = new URL(provider.issuer);
  const answer = await inject(dispatcherOf(provider) as Parameters<typeof inject>[0], {
    method: 'POST',
    url: '/token',
    headers: {
      host,
      'x-forwarded-host': host,
      'x-forwarded-proto': protocol.slice(0, -1),
      'x-forwarded-for': ip,
      'content-type': 'application/x-www-form-urlencoded',
    },
    payload: new URLSearchParams({
      grant_type: 'authorization_code',
      client_id: clientId,
      client_secret: secret,
      code,
      redirect_uri: redirectUri,
    }).toString(),
  });
  if (answer.statusCode === 429) {
    throw new AppError('auth.exceed_user_limit');
  }
  if (answer.statusCode !== 200) {
    throw new AppError('oidc.invalid_token', { status: 400 });
  }
}

/** Returns the user, the session and the claims of the scopes. */
export async function redeemCode(app: App, tenantId: string, provider: Provider, redemption: Redemption) {
  // This request does not come through the entrance of the engine.
  await requireActiveTenant(app, tenantId);
  if ((await app.quota?.mayIssueTokens(tenantId)) === false) {
    throw new AppError('auth.exceed_token_limit');
  }
  const { clientId, scope } = redemption;
  const client = await provider.Client.find(clientId);
  const secret = client && settingsOf(client).secrets.find(({ expiresAt }) => !expiresAt || expiresAt > Date.now());
  // Read before it is redeemed. The token request then checks that it belongs to this application.
  const code = await provider.AuthorizationCode.find(redemption.code);
  if (!secret || !code?.accountId || code.clientId !== clientId) {
    throw new AppError('oidc.invalid_token', { status: 400 });
  }
  await requestToken(provider, redemption, secret.value);
  const account = await findAccount(app, tenantId, code.accountId);
  if (!account) {
    throw new AppError('oidc.access_denied');
  }
  return {
    id: code.accountId,
    sessionUid: code.sessionUid,
    authTime: (code.authTime ?? code.iat) * 1000,
    acr: code.acr,
    claims: (await account.claims('userinfo', scope.join(' '), {}, [])) as Record<string, unknown>,
  };
}
