import { randomBytes } from 'node:crypto';
import { managementApiIndicator } from '@postern/contracts/wire';
import { authorizationOf, basic, form, send } from '../calls.ts';
import type { Measured } from '../measure.ts';
import { browse, type Jar } from '../sign-in.ts';

/** A provider with this wire, and a machine-to-machine application of it that may use the management API. */
export type Provider = Measured & { origin: string; id: string; secret: string; resource?: string };

const redirectUri = 'http://localhost:9/callback';
const password = 'a Long enough secret 4 all';
const json = { 'content-type': 'application/json' };

/** The page that a provider may show between the sign-in and the application. */
async function giveConsent(jar: Jar, origin: string): Promise<string> {
  const { text } = await browse(jar, `${origin}/api/interaction/consent`, 'POST', '{}');
  return JSON.parse(text).redirectTo;
}

/** Everything the comparison does with a provider, over HTTP alone. It deletes what it has created. */
export async function preparePeer({ origin, id, secret, resource = managementApiIndicator('default') }: Provider) {
  const run = randomBytes(3).toString('hex');
  const tokenUrl = `${origin}/oidc/token`;
  const machine = {
    method: 'POST' as const,
    headers: { ...form, authorization: basic({ id, secret }) },
    body: String(new URLSearchParams({ grant_type: 'client_credentials', resource, scope: 'all' })),
  };
  const { access_token: token } = JSON.parse((await send(tokenUrl, machine)).text);
  const authorization = `Bearer ${token}`;
  const created = await send(`${origin}/api/applications`, {
    method: 'POST',
    headers: { ...json, authorization },
    body: JSON.stringify({
      name: `Comparison ${run}`,
      type: 'SPA',
      oidcClientMetadata: { redirectUris: [redirectUri], postLogoutRedirectUris: [] },
    }),
  });
  const clientId: string = JSON.parse(created.text).id;
  const users: { id: string; username: string }[] = [];
  const refreshTokens: string[] = [];

  const exchange = async (parameters: Record<string, string>) => {
    const body = String(new URLSearchParams({ client_id: clientId, ...parameters }));
    return JSON.parse((await send(tokenUrl, { method: 'POST', headers: form, body })).text);
  };

  return {
    token: async () => void (await send(tokenUrl, machine)),
    async createUser() {
      const username = `compare_${run}_${randomBytes(5).toString('hex')}`;
      const { text } = await send(`${origin}/api/users`, {
        method: 'POST',
        headers: { ...json, authorization },
        body: JSON.stringify({ username, password, name: 'A user of the comparison' }),
      });
      users.push({ id: JSON.parse(text).id, username });
    },
    listUsers: async () => void (await send(`${origin}/api/users?page=1&page_size=20`, { headers: { authorization } })),
    /** From the authorization request to the tokens, as a browser does it. Keeps the refresh token. */
    async signIn(index: number) {
      const user = users[index % users.length];
      if (!user) {
        throw new Error('Users must be created before they can sign in.');
      }
      const jar: Jar = new Map();
      const { query, verifier } = await authorizationOf(clientId, redirectUri);
      const step = async (method: 'PUT' | 'POST', path: string, body?: unknown) =>
        (await browse(jar, `${origin}/api/experience${path}`, method, body ? JSON.stringify(body) : undefined)).text;
      await browse(jar, `${origin}/oidc/auth?${query}`);
      await step('PUT', '', { interactionEvent: 'SignIn' });
      const identifier = { type: 'username', value: user.username };
      const proof = await step('POST', '/verification/password', { identifier, password });
      await step('POST', '/identification', { verificationId: JSON.parse(proof).verificationId });
      let next: string = JSON.parse(await step('POST', '/submit')).redirectTo;
      for (let hops = 0; hops < 10 && !next.startsWith(redirectUri); hops += 1) {
        const { location } = await browse(jar, next);
        next = location ? new URL(location, next).href : await giveConsent(jar, origin);
      }
      const tokens = await exchange({
        grant_type: 'authorization_code',
        code: new URL(next).searchParams.get('code') ?? '',
        redirect_uri: redirectUri,
        code_verifier: verifier,
      });
      refreshTokens.push(tokens.refresh_token);
    },
    async refresh() {
      const tokens = await exchange({ grant_type: 'refresh_token', refresh_token: refreshTokens.shift() ?? '' });
      refreshTokens.push(tokens.refresh_token);
    },
    async remove() {
      const remove = (path: string) =>
        send(`${origin}/api${path}`, { method: 'DELETE', headers: { authorization }, status: 204 });
      await Promise.all(users.map((user) => remove(`/users/${user.id}`)));
      await remove(`/applications/${clientId}`);
    },
  };
}

export type Peer = Awaited<ReturnType<typeof preparePeer>>;
