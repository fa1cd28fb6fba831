import { pathOf } from '@postern/contracts/endpoint';
import { usersApi } from '@postern/contracts/people/users';
import { signInApi } from '@postern/contracts/sign-in/sign-in';
import { managementApiIndicator } from '@postern/contracts/wire';
import { Agent, request } from 'undici';
import { authorizationOf, basic, form } from './calls.ts';
import { password, redirectUri, type SoakData } from './soak-data.ts';
import { idOf } from './tenants.ts';

export const kinds = [
  'sign-in',
  'refresh',
  'token',
  'userinfo',
  'user list',
  'create user',
  'delete user',
  'jwks',
] as const;
export type Kind = (typeof kinds)[number];

export type Operations = {
  run(kind: Kind, tenant: number): Promise<void>;
  /** Called with the duration of each request in milliseconds. */
  onRequest: (milliseconds: number) => void;
  done: Record<Kind, number>;
};

type Person = { tenant: number; refreshToken: string; accessToken: string; issuedAt: number };
type Call = { method?: 'GET' | 'POST' | 'PUT' | 'DELETE'; headers?: Record<string, string>; body?: string };

/** People who are signed in and refresh their tokens; the oldest are forgotten, as if they had closed their browsers. */
const maxPeople = 2000;
/** Tokens are valid for an hour. */
const freshMs = 40 * 60_000;
const json = { 'content-type': 'application/json' };

/** What people and machines do in a tenant. An operation that needs a result of another one does that one first. */
export function createOperations(origin: string, domain: string, data: SoakData): Operations {
  const agent = new Agent({ connections: 256, pipelining: 1 });
  const people: Person[] = [];
  const machines = new Map<number, { token: string; issuedAt: number }>();
  const created: { tenant: number; id: string }[] = [];
  let number = 0;
  const operations: Operations = {
    run: async (kind, tenant) => void (await run[kind](tenant)),
    onRequest: () => undefined,
    done: Object.fromEntries(kinds.map((kind) => [kind, 0])) as Record<Kind, number>,
  };
  const note = (kind: Kind) => {
    operations.done[kind] += 1;
  };

  async function call(tenant: number, path: string, { method = 'GET', headers = {}, body }: Call = {}) {
    const startedAt = performance.now();
    const answer = await request(`${origin}${path}`, {
      method,
      headers: { host: `${idOf(tenant)}${domain}`, ...headers },
      body,
      dispatcher: agent,
    });
    const text = await answer.body.text();
    operations.onRequest(performance.now() - startedAt);
    if (answer.statusCode >= 400) {
      throw new Error(`${method} ${path.split('?')[0]} answered ${answer.statusCode}: ${text.slice(0, 200)}`);
    }
    return { text, headers: answer.headers };
  }

  async function signIn(tenant: number): Promise<Person> {
    const cookies = new Map<string, string>();
    const browse = async (path: string, method?: Call['method'], body?: unknown) => {
      const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ');
      const { text, headers } = await call(tenant, path, {
        method,
        headers: { accept: 'text/html', cookie, ...(body ? json : {}) },
        body: body ? JSON.stringify(body) : undefined,
      });
      for (const line of [headers['set-cookie'] ?? []].flat()) {
        const [pair = ''] = line.split(';');
        cookies.set(pair.slice(0, pair.indexOf('=')), pair.slice(pair.indexOf('=') + 1));
      }
      return { text, location: String(headers.location ?? '') };
    };
    const { query, verifier } = await authorizationOf(data.webId, redirectUri);
    await browse(`/oidc/auth?${query}`);
    await browse(signInApi.start.path, 'PUT', { interactionEvent: 'SignIn' });
    const identifier = { type: 'username', value: `user_${Math.floor(Math.random() * data.usersPerTenant)}` };
    const proof = await browse(signInApi.verifyPassword.path, 'POST', { identifier, password });
    await browse(signInApi.identify.path, 'POST', { verificationId: JSON.parse(proof.text).verificationId });
    let next: string = JSON.parse((await browse(signInApi.submit.path, 'POST')).text).redirectTo;
    while (!next.startsWith(redirectUri)) {
      const { pathname, search } = new URL(next, origin);
      next = (await browse(`${pathname}${search}`)).location;
    }
    const code = new URL(next).searchParams.get('code') ?? '';
    const body = { grant_type: 'authorization_code', code, redirect_uri: redirectUri, code_verifier: verifier };
    const person = await tokensOf(tenant, body);
    people.push(person);
    if (people.length > maxPeople) {
      people.shift();
    }
    note('sign-in');
    return person;
  }

  async function tokensOf(tenant: number, grant: Record<string, string>): Promise<Person> {
    const { text } = await call(tenant, '/oidc/token', {
      method: 'POST',
      headers: form,
      body: String(new URLSearchParams({ client_id: data.webId, ...grant })),
    });
    const { refresh_token: refreshToken, access_token: accessToken } = JSON.parse(text);
    return { tenant, refreshToken, accessToken, issuedAt: Date.now() };
  }

  async function requestToken(tenant: number): Promise<string> {
    const resource = managementApiIndicator(idOf(tenant));
    const { text } = await call(tenant, '/oidc/token', {
      method: 'POST',
      headers: { ...form, authorization: basic(data.machine) },
      body: String(new URLSearchParams({ grant_type: 'client_credentials', resource, scope: 'all' })),
    });
    note('token');
    const token = JSON.parse(text).access_token;
    machines.set(tenant, { token, issuedAt: Date.now() });
    return token;
  }

  async function manage(tenant: number, path: string, options: Call = {}) {
    const known = machines.get(tenant);
    const token = known && Date.now() - known.issuedAt < freshMs ? known.token : await requestToken(tenant);
    return call(tenant, path, { ...options, headers: { ...options.headers, authorization: `Bearer ${token}` } });
  }

  async function refresh(person: Person): Promise<Person> {
    // Not in the list meanwhile: a refresh token can be used once.
    people.splice(people.indexOf(person), 1);
    const { tenant, refreshToken } = person;
    const next = await tokensOf(tenant, { grant_type: 'refresh_token', refresh_token: refreshToken });
    people.push(next);
    note('refresh');
    return next;
  }

  const anybody = () => people[Math.floor(Math.random() * people.length)];

  const run: Record<Kind, (tenant: number) => Promise<unknown>> = {
    'sign-in': signIn,
    async refresh(tenant) {
      const person = anybody();
      await (person ? refresh(person) : signIn(tenant));
    },
    token: requestToken,
    async userinfo(tenant) {
      const known = anybody();
      const person =
        known && Date.now() - known.issuedAt > freshMs ? await refresh(known) : (known ?? (await signIn(tenant)));
      await call(person.tenant, '/oidc/me', { headers: { authorization: `Bearer ${person.accessToken}` } });
      note('userinfo');
    },
    async 'user list'(tenant) {
      await manage(tenant, `${pathOf(usersApi.list)}?page=1&page_size=20`);
      note('user list');
    },
    async 'create user'(tenant) {
      number += 1;
      const body = JSON.stringify({ username: `soak_${process.pid}_${number}`, password });
      const { text } = await manage(tenant, pathOf(usersApi.create), { method: 'POST', headers: json, body });
      created.push({ tenant, id: JSON.parse(text).id });
      note('create user');
    },
    async 'delete user'(tenant) {
      if (created.length === 0) {
        await run['create user'](tenant);
      }
      const user = created.shift();
      if (user) {
        await manage(user.tenant, pathOf(usersApi.remove, { userId: user.id }), { method: 'DELETE' });
        note('delete user');
      }
    },
    async jwks(tenant) {
      await call(tenant, '/oidc/jwks');
      note('jwks');
    },
  };
  return operations;
}
