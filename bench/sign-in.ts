import { randomBytes } from 'node:crypto';
import { scopes } from '@postern/contracts/wire';
import { Agent, request } from 'undici';
import { authorizationOf } from './calls.ts';
import { lookupLocally } from './http.ts';
import { onDatabase } from './prepare.ts';
import type { BenchServer } from './server.ts';

const agent = new Agent({ connections: 16, pipelining: 1, connect: { lookup: lookupLocally } });
const redirectUri = 'http://localhost:9/callback';

export type Jar = Map<string, string>;

export async function browse(
  jar: Jar,
  url: string,
  method: 'GET' | 'POST' | 'PUT' = 'GET',
  body?: string,
  type = 'application/json',
  refusal?: number,
) {
  const response = await request(url, {
    method,
    body,
    dispatcher: agent,
    headers: {
      accept: 'text/html',
      cookie: [...jar].map(([name, value]) => `${name}=${value}`).join('; '),
      ...(body ? { 'content-type': type } : {}),
    },
  });
  for (const line of [response.headers['set-cookie'] ?? []].flat()) {
    const [pair = ''] = line.split(';');
    const index = pair.indexOf('=');
    jar.set(pair.slice(0, index), pair.slice(index + 1));
  }
  const text = await response.body.text();
  if (refusal === undefined ? response.statusCode >= 400 : response.statusCode !== refusal) {
    throw new Error(`${method} ${url} answered ${response.statusCode}: ${text.slice(0, 200)}`);
  }
  return { text, location: String(response.headers.location ?? '') };
}

/** Calls a step of the sign-in. */
export type Step = (
  method: 'PUT' | 'POST',
  path: string,
  body?: unknown,
  refusal?: number,
) => Promise<{ text: string }>;

/** A sign-in through the hosted pages, and the use of its tokens. */
export async function signInFlow(
  server: BenchServer,
  { resource, organizationId }: { resource?: string; organizationId?: string } = {},
) {
  const clientId = `w${randomBytes(8).toString('hex')}`;
  const secret = randomBytes(16).toString('hex');
  const { hash } = await import('@node-rs/argon2');
  const digest = await hash('a long enough secret', { memoryCost: 19_456, timeCost: 2, parallelism: 1 });
  await onDatabase(server, async (client) => {
    await client.query(
      `insert into applications (id, name, secret, type, oidc_client_metadata) values ($1, 'Bench', '#internal:x', 'SPA', $2)`,
      [clientId, JSON.stringify({ redirectUris: [redirectUri], postLogoutRedirectUris: [] })],
    );
    await client.query(
      `insert into applications (id, name, secret, type, oidc_client_metadata) values ($1, 'Confidential', '#internal:x', 'Traditional', $2)`,
      [`c${clientId.slice(1)}`, JSON.stringify({ redirectUris: [redirectUri], postLogoutRedirectUris: [] })],
    );
    await client.query(
      "insert into application_secrets (application_id, application_type, name, value) values ($1, 'Traditional', 'bench', $2)",
      [`c${clientId.slice(1)}`, secret],
    );
    await client.query(
      `insert into users (id, username, name, password_encrypted, password_encryption_method)
       select 'bench' || lpad(n::text, 7, '0'), 'bench_' || n, 'Bench ' || n, $1, 'Argon2id' from generate_series(0, 399) n
       on conflict do nothing`,
      [digest],
    );
  });
  const origin = server.endpoint;
  const refreshTokens: string[] = [];
  const accessTokens: string[] = [];
  const confidential = { id: `c${clientId.slice(1)}`, secret };

  /** A browser on the sign-in page. */
  async function arrive(app: { id: string }) {
    const jar: Jar = new Map();
    const { query, verifier } = await authorizationOf(app.id, redirectUri);
    if (resource) {
      query.set('resource', resource);
      query.set('scope', 'openid profile offline_access scope:0 scope:1 scope:14 scope:15');
    }
    if (organizationId) {
      query.set('scope', `openid profile offline_access ${scopes.organizations}`);
    }
    await browse(jar, `${origin}/oidc/auth?${query}`);
    const step = (method: 'PUT' | 'POST', path: string, body?: unknown, refusal?: number) =>
      browse(
        jar,
        `${origin}/api/experience${path}`,
        method,
        body === undefined ? undefined : JSON.stringify(body),
        'application/json',
        refusal,
      );
    await step('PUT', '', { interactionEvent: 'SignIn' });
    return { jar, verifier, step };
  }

  async function showPassword(step: Step, username: string) {
    const identifier = { type: 'username', value: username };
    const { verificationId } = JSON.parse(
      (await step('POST', '/verification/password', { identifier, password: 'a long enough secret' })).text,
    );
    await step('POST', '/identification', { verificationId });
  }

  const signInAs = (username: string, app: { id: string; secret?: string }) =>
    signInWith((step) => showPassword(step, username), app);

  /** `prove` does everything between the first call and the last one. */
  async function signInWith(prove: (step: Step) => Promise<void>, app: { id: string; secret?: string }) {
    const { jar, verifier, step } = await arrive(app);
    await prove(step);
    const { redirectTo } = JSON.parse((await step('POST', '/submit')).text);
    let callback = redirectTo;
    while (!callback.startsWith(redirectUri)) {
      callback = new URL((await browse(jar, callback)).location, origin).href;
    }
    const body = new URLSearchParams({
      grant_type: 'authorization_code',
      client_id: app.id,
      code: new URL(callback).searchParams.get('code') ?? '',
      redirect_uri: redirectUri,
      code_verifier: verifier,
      ...(app.secret ? { client_secret: app.secret } : {}),
    });
    return JSON.parse(
      (await browse(new Map(), `${origin}/oidc/token`, 'POST', String(body), 'application/x-www-form-urlencoded')).text,
    );
  }

  const opaque = await signInAs('bench_399', confidential);
  return {
    async signIn(index: number) {
      const tokens = await signInAs(`bench_${index % 399}`, { id: clientId });
      refreshTokens.push(tokens.refresh_token);
      accessTokens.push(tokens.access_token);
    },
    showPassword,
    async signInBy(prove: (step: Step) => Promise<void>) {
      await signInWith(prove, { id: clientId });
    },
    /** From the authorization request to the response to a password, for a known or an unknown name. */
    async tryPassword(index: number, isKnown: boolean) {
      const { step } = await arrive({ id: clientId });
      const value = isKnown ? `bench_${index % 399}` : `nobody_${randomBytes(6).toString('hex')}`;
      const identifier = { type: 'username', value };
      const body = { identifier, password: 'a long enough secret' };
      await step('POST', '/verification/password', body, isKnown ? undefined : 422);
    },
    async refresh() {
      const refreshToken = refreshTokens.shift() ?? '';
      const body = new URLSearchParams({
        grant_type: 'refresh_token',
        client_id: clientId,
        refresh_token: refreshToken,
        ...(resource ? { resource } : {}),
        ...(organizationId ? { organization_id: organizationId } : {}),
      });
      const { text } = await browse(
        new Map(),
        `${origin}/oidc/token`,
        'POST',
        String(body),
        'application/x-www-form-urlencoded',
      );
      refreshTokens.push(JSON.parse(text).refresh_token);
    },
    async userinfo(index: number) {
      const token = accessTokens[index % accessTokens.length];
      const response = await request(`${origin}/oidc/me`, {
        headers: { authorization: `Bearer ${token}` },
        dispatcher: agent,
      });
      const text = await response.body.text();
      if (response.statusCode !== 200) {
        throw new Error(text);
      }
    },
    async introspect() {
      const body = new URLSearchParams({
        token: opaque.access_token,
        client_id: confidential.id,
        client_secret: confidential.secret,
      });
      const { text } = await browse(
        new Map(),
        `${origin}/oidc/token/introspection`,
        'POST',
        String(body),
        'application/x-www-form-urlencoded',
      );
      if (!JSON.parse(text).active) {
        throw new Error(`inactive: ${text}`);
      }
    },
  };
}
