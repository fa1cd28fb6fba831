import { createHash } from 'node:crypto';
import { applicationAccessApi } from '@postern/contracts/access/application-access';
import { applicationsApi } from '@postern/contracts/access/applications';
import { customJwtApi } from '@postern/contracts/access/custom-jwt';
import { oneTimeTokensApi } from '@postern/contracts/access/one-time-tokens';
import { personalAccessTokensApi } from '@postern/contracts/access/personal-access-tokens';
import { subjectTokensApi } from '@postern/contracts/access/subject-tokens';
import { accountApi } from '@postern/contracts/account/account';
import type { AnyEndpoint } from '@postern/contracts/endpoint';
import { accountCenterApi } from '@postern/contracts/experience/account-center';
import { userSessionsApi } from '@postern/contracts/people/user-sessions';
import { usersApi } from '@postern/contracts/people/users';
import { actionsApi } from '@postern/contracts/sign-in/actions';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { Running } from './app.ts';
import { addTotp, codeNow } from './testing/factors.ts';
import { identityProvider, type TestIdentityProvider } from './testing/identity-provider.ts';
import { changeSettings, type Visitor, visitor, ways } from './testing/sign-in.ts';
import { connectSso } from './testing/sso.ts';
import { type TestApp, testApp } from './testing/test-app.ts';

/** A sign-in is parked on one node, and what it relies on is taken away on another: the first one must know. */
let a: TestApp;
let b: Running;
/** The same product, asked through the second node. */
let onB: TestApp;
let token: string;
let company: TestIdentityProvider;
let drops = 0;
const password = 'correct horse battery';
const verifier = 'v'.repeat(43);
const redirectUri = 'https://shop.example/callback';

beforeAll(async () => {
  company = await identityProvider();
  a = await testApp({ ALLOW_PRIVATE_EGRESS: 'true', SECRET_VAULT_KEK: Buffer.alloc(32, 7).toString('base64') });
  b = await a.another();
  b.app.cache.onDrop(() => {
    drops += 1;
  });
  onB = { ...a, ...b };
  token = await a.managementToken();
});
afterAll(async () => {
  company.close();
  await a.close();
});
beforeEach(async () => {
  await a.write('default', (db) => db.deleteFrom('actions').execute());
  await changeSettings(a, {
    signIn: ways({ identifier: 'username', password: true }),
    signUp: { identifiers: ['username'], password: true, verify: false },
    signInMode: 'SignInAndRegister',
    mfa: { factors: [], policy: 'NoPrompt' },
    passwordExpiration: {},
    singleSignOnEnabled: true,
  });
});

/** Changes on the first node, and waits until the second one has heard of it, at most a quarter of a second. */
async function onA(change: () => Promise<unknown>): Promise<void> {
  const before = drops;
  await change();
  for (let looks = 0; looks < 25 && drops === before; looks += 1) {
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
}

let count = 0;
type Parked = { userId: string; username: string; clientId: string; browser: Visitor };

async function createClient(more: object = {}): Promise<string> {
  const { body } = await a.call(applicationsApi.create, {
    token,
    body: {
      name: 'Shop',
      type: 'SPA',
      oidcClientMetadata: { redirectUris: [redirectUri], postLogoutRedirectUris: [] },
      ...more,
    },
  });
  return body.id;
}

async function createPerson() {
  count += 1;
  const username = `parked_${count}`;
  const body = { username, password, primaryEmail: `${username}@company${count}.example` };
  return { username, userId: (await a.call(usersApi.create, { token, body })).body.id };
}

/** On the second node, up to the last step. Its caches are filled by then. */
async function park(more: object = {}): Promise<Parked> {
  const person = await createPerson();
  const clientId = await createClient(more);
  const browser = visitor(onB);
  await browser.arrive({
    client_id: clientId,
    redirect_uri: redirectUri,
    scope: 'openid profile email offline_access',
    prompt: 'consent login',
    code_challenge: createHash('sha256').update(verifier).digest('base64url'),
  });
  await browser.start('SignIn');
  const identifier = { type: 'username', value: person.username };
  const { body } = await browser.step('POST', '/verification/password', { identifier, password });
  expect((await browser.identify(body.verificationId)).status).toBe(204);
  return { ...person, clientId, browser };
}

/** The code of a parked sign-in that goes on; undefined if it does not. */
async function goOn({ browser }: Parked): Promise<string | undefined> {
  const { status, body } = await browser.submit();
  if (status !== 200) {
    return undefined;
  }
  try {
    const url = new URL(await browser.follow(body.redirectTo), 'http://core.test');
    return url.origin === 'https://shop.example' ? (url.searchParams.get('code') ?? undefined) : undefined;
  } catch {
    return undefined;
  }
}

/** An operation of the API through the second node. */
async function callB(contract: AnyEndpoint, bearer: string, body?: object): Promise<number> {
  const answer = await a.inject(b.core, {
    method: contract.method,
    url: contract.path,
    headers: {
      host: 'core.test',
      authorization: `Bearer ${bearer}`,
      ...(body ? { 'content-type': 'application/json' } : {}),
    },
    ...(body ? { payload: JSON.stringify(body) } : {}),
  });
  return answer.status;
}

async function ask(form: Record<string, string>) {
  const { status, body } = await a.inject(b.core, {
    method: 'POST',
    url: '/oidc/token',
    headers: { host: 'core.test', 'content-type': 'application/x-www-form-urlencoded' },
    payload: new URLSearchParams(form).toString(),
  });
  return { status, body: body as Record<string, string> };
}

const redeem = ({ clientId }: Parked, code: string) =>
  ask({
    grant_type: 'authorization_code',
    client_id: clientId,
    redirect_uri: redirectUri,
    code,
    code_verifier: verifier,
  });

type Change = (parked: Parked) => Promise<unknown>;

const setScript = (script: string) =>
  a.call(actionsApi.save, {
    token,
    params: { actionType: 'postSignIn' },
    body: { script: `const runAction = async () => { ${script} };`, enabled: true },
  });

const changes: Record<string, Change> = {
  'the person is suspended': ({ userId }) =>
    a.call(usersApi.setSuspended, { token, params: { userId }, body: { isSuspended: true } }),
  'the person was suspended for a moment': async ({ userId }) => {
    await a.call(usersApi.setSuspended, { token, params: { userId }, body: { isSuspended: true } });
    await a.call(usersApi.setSuspended, { token, params: { userId }, body: { isSuspended: false } });
  },
  'the person is deleted': ({ userId }) => a.call(usersApi.remove, { token, params: { userId } }),
  'the password is changed': ({ userId }) =>
    a.call(usersApi.setPassword, { token, params: { userId }, body: { password: 'another phrase of words' } }),
  'all sessions are ended': ({ userId }) => a.call(userSessionsApi.removeAll, { token, params: { userId } }),
  'the application is deleted': ({ clientId }) => a.call(applicationsApi.remove, { token, params: { id: clientId } }),
  'the redirect URI is removed': ({ clientId }) =>
    a.call(applicationsApi.update, {
      token,
      params: { id: clientId },
      body: { oidcClientMetadata: { redirectUris: ['https://shop.example/other'], postLogoutRedirectUris: [] } },
    }),
  'access to the application is limited': async ({ clientId }) => {
    const userIds = [(await createPerson()).userId];
    const onlyOther = { userIds, userRoleIds: [], organizationIds: [], organizationRoleRules: [] };
    await a.call(applicationAccessApi.save, { token, params: { applicationId: clientId }, body: onlyOther });
    const { status } = await a.call(applicationsApi.update, {
      token,
      params: { id: clientId },
      body: { appLevelAccessControlEnabled: true },
    });
    expect(status).toBe(200);
  },
  'passwords are switched off': () =>
    changeSettings(a, { signIn: ways({ identifier: 'email', verificationCode: true }) }),
  'only registrations are open': () => changeSettings(a, { signInMode: 'Register' }),
  'a second factor becomes mandatory': () => changeSettings(a, { mfa: { factors: ['Totp'], policy: 'Mandatory' } }),
  'the person gets a second factor': async ({ userId }) => {
    await changeSettings(a, { mfa: { factors: ['Totp'], policy: 'NoPrompt' } });
    await addTotp(a, userId, token);
  },
  'a script of the tenant refuses everybody': () => setScript('throw new Error("no");'),
  'the password is marked as expired': async ({ userId }) => {
    await changeSettings(a, { passwordExpiration: { enabled: true, validPeriodDays: 30, enabledAt: 1 } });
    await a.call(usersApi.expirePassword, { token, params: { userId }, body: { isExpired: true } });
  },
  'the domain of the person belongs to a company': ({ username }) =>
    connectSso(a, token, { config: company.config, domains: [`company${username.split('_')[1]}.example`] }),
};

describe('a sign-in that is parked on one node', () => {
  test('goes on there if nothing changes', async () => {
    const parked = await park();
    await onA(() => setScript('return {};'));
    expect((await redeem(parked, (await goOn(parked)) ?? '')).status).toBe(200);
  });

  test.each(Object.entries(changes))('ends after a change on another: %s', async (_name, change) => {
    const parked = await park();
    await onA(() => change(parked));
    const code = await goOn(parked);
    expect(code && (await redeem(parked, code)).body.access_token).toBeUndefined();
  });

  test('is asked about by the script that the other node has replaced', async () => {
    await onA(() => setScript('return {};'));
    const [first, second] = [await park(), await park()];
    expect(await goOn(first)).toBeDefined();
    await onA(() => setScript('throw new Error("no");'));
    expect(await goOn(second)).toBeUndefined();
  });
});

/** What ends a code, a refresh token or the access of a token that one node has issued. */
const endings = Object.entries(changes).filter(([name]) =>
  /suspended|deleted|all sessions|access to the application/.test(name),
);

describe('what one node has issued', () => {
  test.each(endings)('a code is not redeemed there after a change on another: %s', async (_name, change) => {
    const parked = await park();
    const code = (await goOn(parked)) ?? '';
    await onA(() => change(parked));
    expect((await redeem(parked, code)).status).toBeGreaterThanOrEqual(400);
  });

  test.each(endings)('tokens end there: %s', async (name, change) => {
    const parked = await park();
    const { body } = await redeem(parked, (await goOn(parked)) ?? '');
    const refresh = (refreshToken: string) =>
      ask({ grant_type: 'refresh_token', client_id: parked.clientId, refresh_token: refreshToken });
    const headers = { host: 'core.test', authorization: `Bearer ${body.access_token}` };
    const userinfo = async () => (await a.inject(b.core, { url: '/oidc/me', headers })).status;
    expect(await userinfo()).toBe(200);
    const { body: next, status } = await refresh(body.refresh_token ?? '');
    expect(status).toBe(200);
    await onA(() => change(parked));
    expect((await refresh(next.refresh_token ?? '')).status).toBeGreaterThanOrEqual(400);
    expect(await userinfo()).toBe(name.includes('access to the application') ? 200 : 401);
  });

  test('a session there reaches no application that the other node has closed', async () => {
    const parked = await park();
    await goOn(parked);
    const again = () =>
      parked.browser.arrive({ client_id: parked.clientId, redirect_uri: redirectUri, scope: 'openid', prompt: 'none' });
    expect(await again()).toContain('code=');
    await onA(async () => changes['access to the application is limited']?.(parked));
    expect(await again()).not.toContain('code=');
  });

  test('a session ends there when the other node ends all', async () => {
    const parked = await park();
    await goOn(parked);
    const again = () =>
      parked.browser.arrive({ client_id: parked.clientId, redirect_uri: redirectUri, scope: 'openid', prompt: 'none' });
    expect(await again()).toContain('code=');
    await onA(async () => changes['all sessions are ended']?.(parked));
    expect(await again()).toContain('error=login_required');
  });

  test('a token gets no account center that the other node has closed', async () => {
    await onA(() =>
      a.call(accountCenterApi.update, { token, body: { enabled: true, fields: { profile: 'Edit', name: 'Edit' } } }),
    );
    const parked = await park();
    const { body } = await redeem(parked, (await goOn(parked)) ?? '');
    const rename = () => callB(accountApi.update, body.access_token ?? '', { name: 'Eve' });
    expect(await rename()).toBe(200);
    await onA(() => a.call(accountCenterApi.update, { token, body: { fields: { name: 'ReadOnly' } } }));
    expect(await rename()).toBe(400);
    await onA(() => a.call(accountCenterApi.update, { token, body: { enabled: false } }));
    expect(await rename()).toBe(400);
  });

  test('a deleted personal access token is not exchanged there', async () => {
    const { userId } = await createPerson();
    const clientId = await createClient({ customClientMetadata: { allowTokenExchange: true } });
    const params = { userId };
    const { body } = await a.call(personalAccessTokensApi.create, { token, params, body: { name: 'cli' } });
    const exchange = async () =>
      (
        await ask({
          grant_type: 'urn:ietf:params:oauth:grant-type:token-exchange',
          client_id: clientId,
          subject_token: body.value,
          subject_token_type: 'urn:logto:token-type:personal_access_token',
          scope: 'openid',
        })
      ).status;
    expect(await exchange()).toBe(200);
    await onA(() => a.call(personalAccessTokensApi.remove, { token, params: { userId, name: 'cli' } }));
    expect(await exchange()).toBe(400);
  });

  test('tokens are not issued there against a script that the other node has saved', async () => {
    const parked = await park();
    const { body } = await redeem(parked, (await goOn(parked)) ?? '');
    const script = `const getCustomJwtClaims = async ({ api }) => api.denyAccess('no');`;
    await onA(() =>
      a.call(customJwtApi.save, { token, params: { tokenTypePath: 'access-token' }, body: { script } as never }),
    );
    const resource = 'https://default.logto.app/api';
    const { status } = await ask({
      grant_type: 'refresh_token',
      client_id: parked.clientId,
      refresh_token: body.refresh_token ?? '',
      resource,
    });
    expect(status).toBeGreaterThanOrEqual(400);
  });
});

describe('what works once works on one of two nodes', () => {
  const nodes = () => [a.core, b.core];
  const send = (core: TestApp['core'], url: string, form: Record<string, string>) =>
    core.inject({
      method: 'POST',
      url,
      headers: { host: 'core.test', 'content-type': 'application/x-www-form-urlencoded' },
      payload: new URLSearchParams(form).toString(),
    });
  const good = (answers: { statusCode: number }[]) => answers.filter(({ statusCode }) => statusCode < 400).length;
  /** The same request, several times on both nodes at the same moment. */
  const atOnce = (ask: (core: TestApp['core']) => ReturnType<typeof send>) =>
    Promise.all([...nodes(), ...nodes(), ...nodes()].map(ask));

  test('a code, which then ends what it was redeemed for', async () => {
    const parked = await park();
    const form = {
      grant_type: 'authorization_code',
      client_id: parked.clientId,
      redirect_uri: redirectUri,
      code: (await goOn(parked)) ?? '',
      code_verifier: verifier,
    };
    const answers = await atOnce((core) => send(core, '/oidc/token', form));
    expect(good(answers)).toBeLessThanOrEqual(1);
    const won = answers.find(({ statusCode }) => statusCode === 200)?.json();
    const headers = { host: 'core.test', authorization: `Bearer ${won?.access_token}` };
    expect((await b.core.inject({ url: '/oidc/me', headers })).statusCode).toBe(401);
  });

  test('a refresh token, whose successor is the same for all who come at the same moment', async () => {
    const parked = await park();
    const { body } = await redeem(parked, (await goOn(parked)) ?? '');
    const form = { grant_type: 'refresh_token', client_id: parked.clientId, refresh_token: body.refresh_token ?? '' };
    const answers = await atOnce((core) => send(core, '/oidc/token', form));
    const successors = answers.filter(({ statusCode }) => statusCode === 200).map((one) => one.json().refresh_token);
    expect([successors.length > 0, new Set(successors).size]).toEqual([true, 1]);
  });

  test('a one-time token', async () => {
    const email = 'once@company.example';
    const { body } = await a.call(oneTimeTokensApi.create, { token, body: { email } });
    const payload = JSON.stringify({ email, token: body.token });
    const headers = { host: 'core.test', authorization: `Bearer ${token}`, 'content-type': 'application/json' };
    const answers = await atOnce((core) =>
      core.inject({ method: 'POST', url: '/api/one-time-tokens/verify', headers, payload }),
    );
    expect(good(answers)).toBe(1);
  });

  test('a subject token', async () => {
    const { userId } = await createPerson();
    const clientId = await createClient({ customClientMetadata: { allowTokenExchange: true } });
    const { body } = await a.call(subjectTokensApi.create, { token, body: { userId } });
    const form = {
      grant_type: 'urn:ietf:params:oauth:grant-type:token-exchange',
      client_id: clientId,
      subject_token: body.subjectToken,
      subject_token_type: 'urn:ietf:params:oauth:token-type:access_token',
      scope: 'openid',
    };
    expect(good(await atOnce((core) => send(core, '/oidc/token', form)))).toBe(1);
  });

  test('the code of an authenticator app', async () => {
    await changeSettings(a, { mfa: { factors: ['Totp'], policy: 'Mandatory' } });
    const first = await createPerson();
    const secret = await addTotp(a, first.userId, token);
    const code = codeNow(secret);
    const browsers = await Promise.all(
      [a, onB, a, onB].map(async (app) => {
        const browser = visitor(app);
        await browser.arrive();
        await browser.start('SignIn');
        const identifier = { type: 'username', value: first.username };
        const { body } = await browser.step('POST', '/verification/password', { identifier, password });
        expect((await browser.identify(body.verificationId)).status).toBe(204);
        return browser;
      }),
    );
    const answers = await Promise.all(
      browsers.map((browser) => browser.step('POST', '/verification/totp/verify', { code })),
    );
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
  });
});

test('a token is not remembered with a key that was removed while it was verified', async () => {
  const { cache } = b.app;
  const other = await a.managementToken();
  const { get } = cache;
  const { rows } = await a.read('default', (db) =>
    sql<{ row: object }>`select to_jsonb(k) as row from oidc_keys k where kind = 'private'`.execute(db),
  );
  const hide = () =>
    onA(() => a.write('default', (db) => db.deleteFrom('oidc_keys').where('kind', '=', 'private').execute()));
  const restore = () =>
    onA(() =>
      a.write('default', (db) =>
        sql`insert into oidc_keys select * from jsonb_populate_recordset(null::oidc_keys,
          ${JSON.stringify(rows.map(({ row }) => row))}::jsonb)`.execute(db),
      ),
    );
  let isHidden = false;
  cache.get = async <T>(tenantId: string, key: string, load: () => Promise<T>): Promise<T> => {
    const found = await get.call(cache, tenantId, key, load);
    if (key === 'oidc-keys' && !isHidden) {
      isHidden = true;
      await hide();
    }
    return found as T;
  };
  const call = () =>
    b.app.tokens.verify(other, ['default']).then(
      () => 200,
      () => 401,
    );
  try {
    // Its key was found before.
    expect(await call()).toBe(200);
    expect(isHidden).toBe(true);
    expect(await call()).toBe(401);
  } finally {
    cache.get = get;
    await restore();
  }
  expect(await call()).toBe(200);
});

test('a browser application that one node has created sends credentials to the other at once', async () => {
  const preflight = async (origin: string) => {
    const { headers } = await b.core.inject({
      method: 'OPTIONS',
      url: '/oidc/token',
      headers: { host: 'core.test', origin, 'access-control-request-method': 'POST' },
    });
    return headers['access-control-allow-credentials'];
  };
  expect(await preflight('https://new-shop.example')).toBeUndefined();
  await onA(() =>
    createClient({ oidcClientMetadata: { redirectUris: ['https://new-shop.example/'], postLogoutRedirectUris: [] } }),
  );
  expect(await preflight('https://new-shop.example')).toBe('true');
});
