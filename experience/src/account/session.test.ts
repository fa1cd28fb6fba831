import { beforeEach, expect, test, vi } from 'vitest';

/** Browser APIs that Node does not have. */
const stored = vi.hoisted(() => {
  const kept = new Map<string, string>();
  vi.stubGlobal('window', {
    location: { origin: 'http://core.test', href: 'http://core.test/account', protocol: 'http:', pathname: '/account' },
    sessionStorage: {
      getItem: (key: string) => kept.get(key) ?? null,
      setItem: (key: string, value: string) => kept.set(key, value),
      removeItem: (key: string) => kept.delete(key),
    },
  });
  return kept;
});

const { CallError } = await import('../platform/client.ts');
const { openSession, sessionEnded, withToken } = await import('./session.ts');

const issuer = 'http://core.test/oidc';
const refused = () => new CallError({ code: 'auth.unauthorized', message: '' }, { status: 401 });
let renewals = 0;
let tokenAnswer: () => Response;

const granted = (accessToken: string) =>
  Response.json({ access_token: accessToken, token_type: 'Bearer', expires_in: 3600, refresh_token: 'next' });

beforeEach(async () => {
  renewals = 0;
  tokenAnswer = () => granted('second');
  vi.stubGlobal('fetch', async (address: URL | string) => {
    if (String(address).includes('.well-known')) {
      return Response.json({ issuer, token_endpoint: `${issuer}/token` });
    }
    renewals += 1;
    return tokenAnswer();
  });
  saveSession(Date.now() + 600_000);
  expect(await openSession()).toBe(true);
});

function saveSession(expiresAt: number) {
  const session = { idToken: 'i', claims: { sub: 'ada' }, accessToken: 'first', refreshToken: 'r', expiresAt };
  stored.set('postern:account-center:session', JSON.stringify(session));
}

test('uses a valid token as it is', async () => {
  expect(await withToken(async (token) => token)).toBe('first');
  expect(renewals).toBe(0);
});

test('renews a token that is about to expire, once for all calls', async () => {
  saveSession(Date.now() + 5000);
  await openSession();
  const used = await Promise.all([1, 2, 3].map(() => withToken(async (token) => token)));
  expect([used, renewals]).toEqual([['second', 'second', 'second'], 1]);
});

test('retries a refused call once with a new token', async () => {
  const tried: string[] = [];
  const answer = await withToken(async (token) => {
    tried.push(token);
    if (token === 'first') {
      throw refused();
    }
    return 'done';
  });
  expect([answer, tried]).toEqual(['done', ['first', 'second']]);
});

test('passes other errors on to the caller', async () => {
  const failure = new CallError({ code: 'auth.unauthorized', message: '' }, { status: 400 });
  await expect(withToken(() => Promise.reject(failure))).rejects.toBe(failure);
  expect(renewals).toBe(0);
});

test('keeps the session when there is no connection', async () => {
  saveSession(Date.now());
  await openSession();
  tokenAnswer = () => {
    throw new TypeError('offline');
  };
  await expect(withToken(async (token) => token)).rejects.toMatchObject({ code: 'network.unreachable' });
  tokenAnswer = () => granted('second');
  expect(await withToken(async (token) => token)).toBe('second');
});

test('ends the session of the tab when the refresh token is no longer valid', async () => {
  tokenAnswer = () => Response.json({ error: 'invalid_grant' }, { status: 400 });
  await expect(withToken(() => Promise.reject(refused()))).rejects.toMatchObject({ code: sessionEnded });
  expect(stored.has('postern:account-center:session')).toBe(false);
  await expect(withToken(async (token) => token)).rejects.toMatchObject({ code: sessionEnded });
});
