import { decodeJwt } from 'jose';
import inject from 'light-my-request';
import type { Client, Provider } from 'oidc-provider';
import { z } from 'zod';
import type { App } from '#platform/app';
import { batchByTenant } from '#platform/db/batch-reads';
import { newSecret } from '#platform/secrets/ids';
import { settingsOf } from '../clients/clients.ts';
import { digest } from '../engine/adapter.ts';
import { dispatcherOf } from '../engine/dispatch.ts';
import { findAccount } from '../tokens/claims.ts';
import { endProxySession, listLiveProxySessions, saveProxySession } from './proxy-sessions.store.ts';

/** What the session of a protected application stores about the sign-in, for the ID tokens of its requests. */
const Payload = z.object({
  clientId: z.string(),
  sid: z.string().optional(),
  authTime: z.number().optional(),
});

export type ProxySession = { key: string; userId: string } & z.infer<typeof Payload>;

/** What the proxy requests for an application with these additional scopes. */
export const proxyScope = (additional: readonly string[] = []) => ['openid profile email', ...additional].join(' ');

type Code = { code: string; codeVerifier: string; redirectUri: string; nonce: string; clientId: string };

const TokenAnswer = z.object({ id_token: z.string() });

/** Calls the token endpoint in this process: a server behind a proxy may not reach its own public address. */
async function callTokenEndpoint(provider: Provider, client: Client, form: Record<string, string>): Promise<unknown> {
  const secret = settingsOf(client).secrets.find(({ expiresAt }) => expiresAt === null || expiresAt > Date.now());
  if (!secret) {
    return undefined;
  }
  const { host, protocol } = new URL(provider.issuer);
  const credentials = Buffer.from(`${encodeURIComponent(client.clientId)}:${encodeURIComponent(secret.value)}`);
  const answer = await inject(dispatcherOf(provider) as Parameters<typeof inject>[0], {
    method: 'POST',
    url: '/token',
    headers: {
      host,
      'x-forwarded-host': host,
      'x-forwarded-proto': protocol.slice(0, -1),
      'content-type': 'application/x-www-form-urlencoded',
      authorization: `Basic ${credentials.toString('base64')}`,
    },
    payload: new URLSearchParams(form).toString(),
  });
  return answer.statusCode === 200 ? answer.json() : undefined;
}

/** Redeems the code of a sign-in and opens a session. Returns its token, or undefined if the code is not valid. */
export async function openProxySession(
  app: App,
  tenantId: string,
  provider: Provider,
  { code, codeVerifier, redirectUri, nonce, clientId }: Code,
  seconds: number,
): Promise<{ token: string; userId: string } | undefined> {
  const client = await provider.Client.find(clientId);
  const form = { grant_type: 'authorization_code', code, code_verifier: codeVerifier, redirect_uri: redirectUri };
  const { data } = TokenAnswer.safeParse(client && (await callTokenEndpoint(provider, client, form)));
  // The token comes from our own engine without a network in between, so its signature proves nothing more (OpenID
  // Connect Core 1.0 §3.1.3.7).
  const claims = data && decodeJwt(data.id_token);
  if (!claims?.sub || claims.nonce !== nonce || claims.aud !== clientId || claims.iss !== provider.issuer) {
    return undefined;
  }
  const payload: z.infer<typeof Payload> = {
    clientId,
    ...(typeof claims.sid === 'string' ? { sid: claims.sid } : {}),
    ...(typeof claims.auth_time === 'number' ? { authTime: claims.auth_time } : {}),
  };
  const token = newSecret() + newSecret();
  const [row] = await app.tenancy.run<{ userId: string }>(tenantId, saveProxySession, [
    digest(code),
    digest(token),
    JSON.stringify(payload),
    seconds,
  ]);
  return row?.userId === claims.sub ? { token, userId: claims.sub } : undefined;
}

type Row = { id: string; userId: string; payload: unknown };

const listLive = (app: App, tenantId: string, keys: string[]) =>
  app.tenancy.run<Row>(tenantId, listLiveProxySessions, [keys]);

/** Which of these sessions are still valid. */
export const liveProxySessions = async (app: App, tenantId: string, keys: string[]): Promise<Set<string>> =>
  new Set((await listLive(app, tenantId, keys)).map(({ id }) => id));

export type FindProxySession = (tenantId: string, clientId: string, token: string) => Promise<ProxySession | undefined>;

/**
 * Finds the sessions of requests. Requests that arrive during a query share the next one, which begins after all of them
 * arrived. So nothing is cached, and a session that was ended is refused on all nodes at once.
 */
export function createProxySessionFinder(app: App): FindProxySession {
  const findRow = batchByTenant<Row>(async (tenantId, keys) => {
    const rows = await listLive(app, tenantId, keys);
    return new Map(rows.map((row) => [row.id, row]));
  });
  return async (tenantId, clientId, token) => {
    const row = await findRow(tenantId, digest(token));
    const payload = row && Payload.parse(row.payload);
    // A session of one application is not valid on the host of another.
    return payload?.clientId === clientId ? { key: row?.id ?? '', userId: row?.userId ?? '', ...payload } : undefined;
  };
}

export const closeProxySession = async (app: App, tenantId: string, { key }: ProxySession): Promise<void> =>
  void (await app.tenancy.run(tenantId, endProxySession, [key]));

/** Methods of the engine's class that its types do not declare. */
type IssuableToken = { scope: string; set(name: string, value: unknown): void; issue(use: object): Promise<string> };
type TokenClass = new (claims: object, options: { client: Client }) => IssuableToken;

/** A new ID token for the user of a session, with the current claims of a scope; undefined if the user or application is gone. */
export async function issueIdToken(
  app: App,
  tenantId: string,
  provider: Provider,
  { userId, clientId, sid, authTime }: ProxySession,
  scope: string,
): Promise<string | undefined> {
  const [account, client] = await Promise.all([findAccount(app, tenantId, userId), provider.Client.find(clientId)]);
  if (!account || !client) {
    return undefined;
  }
  const claims = { ...(await account.claims('id_token', scope, {}, [])), auth_time: authTime };
  const token = new (provider.IdToken as unknown as TokenClass)(claims, { client });
  token.scope = scope;
  if (sid) {
    token.set('sid', sid);
  }
  return token.issue({ use: 'idtoken' });
}
