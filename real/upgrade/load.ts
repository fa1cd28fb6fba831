import { setTimeout as sleep } from 'node:timers/promises';
import * as client from 'openid-client';
import { authorize, type Person } from '../../server/src/testing/flows.ts';

export type Target = {
  endpoint: string;
  /** Of a machine with all rights. */
  credentials: { id: string; secret: string; resource: string };
  clientId: string;
  redirectUri: string;
  person: Person;
};

export type Seen = {
  /** IDs of users whose creation was confirmed. */
  confirmed: string[];
  /** Successful requests by kind. */
  done: Record<string, number>;
  failures: { kind: string; reason: string }[];
};

/** Every kind of work in a loop of its own, until it is stopped. A failed request is not repeated. */
export function startLoad({ endpoint, credentials, ...visit }: Target): { stop(): Promise<Seen> } {
  let isStopped = false;
  const run = Math.random().toString(36).slice(2, 8);
  const seen: Seen = { confirmed: [], done: {}, failures: [] };
  let created = 0;
  let token = '';

  async function call<T>(path: string, options: RequestInit): Promise<T> {
    const response = await fetch(endpoint + path, { ...options, signal: AbortSignal.timeout(30_000) });
    if (!response.ok) {
      throw new Error(`${path}: ${response.status} ${(await response.text()).slice(0, 200)}`);
    }
    return (await response.json()) as T;
  }

  const requestToken = () =>
    call<{ access_token: string }>('/oidc/token', {
      method: 'POST',
      headers: { authorization: `Basic ${btoa(`${credentials.id}:${credentials.secret}`)}` },
      body: new URLSearchParams({ grant_type: 'client_credentials', resource: credentials.resource, scope: 'all' }),
    });
  const bearer = () => ({ authorization: `Bearer ${token}`, 'content-type': 'application/json' });
  const kinds: Record<string, () => Promise<unknown>> = {
    async token() {
      token = (await requestToken()).access_token;
    },
    list: () => call('/api/users?page=1&page_size=20', { headers: bearer() }),
    async create() {
      created += 1;
      const body = JSON.stringify({ username: `u_${run}_${created}` });
      seen.confirmed.push((await call<{ id: string }>('/api/users', { method: 'POST', headers: bearer(), body })).id);
    },
    async signIn() {
      const { config, tokens } = await authorize({ issuer: `${endpoint}/oidc`, ...visit });
      await client.refreshTokenGrant(config, tokens.refresh_token ?? '');
    },
  };

  async function repeat(kind: string, work: () => Promise<unknown>): Promise<void> {
    while (!isStopped) {
      try {
        await work();
        seen.done[kind] = (seen.done[kind] ?? 0) + 1;
      } catch (error) {
        const { message, cause } = error as Error;
        seen.failures.push({ kind, reason: `${message} ${cause ?? ''}`.slice(0, 300) });
      }
      await sleep(50);
    }
  }

  const started = requestToken().then(({ access_token: first }) => {
    token = first;
  });
  const running = started.then(() => Promise.all(Object.entries(kinds).map(([kind, work]) => repeat(kind, work))));
  return {
    async stop() {
      isStopped = true;
      await running;
      return seen;
    },
  };
}
