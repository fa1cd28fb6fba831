import { createHash, randomBytes } from 'node:crypto';
import { applicationAccessApi } from '@postern/contracts/access/application-access';
import { applicationsApi } from '@postern/contracts/access/applications';
import { userMfaApi } from '@postern/contracts/people/user-mfa';
import { userSessionsApi } from '@postern/contracts/people/user-sessions';
import { usersApi } from '@postern/contracts/people/users';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { addTotp, codeNow } from '#testing/factors';
import { changeSettings, type Visitor, visitor, ways } from '#testing/sign-in';
import { type TestApp, testApp } from '#testing/test-app';

/**
 * A person, two of their browsers and an administrator in any order: steps of sign-ins up to tokens and refreshes, changes
 * of the person, of the settings of the tenant and of the rules of access. The model says for each step whether it may
 * succeed (attacks 45 and 53).
 */
let app: TestApp;
let token: string;
let clientId: string;
const redirectUri = 'https://walks.example/callback';
const verifier = 'v'.repeat(43);
const challenge = createHash('sha256').update(verifier).digest('base64url');
const rounds = Number(process.env.WALKS ?? 8);
const stepsOfRound = 40;
const ageInDays = 100;

beforeAll(async () => {
  app = await testApp({ SECRET_VAULT_KEK: randomBytes(32).toString('base64') });
  token = await app.managementToken();
  const { body } = await app.call(applicationsApi.create, {
    token,
    body: {
      name: 'Walks',
      type: 'SPA',
      oidcClientMetadata: { redirectUris: [redirectUri], postLogoutRedirectUris: [] },
    },
  });
  clientId = body.id;
});
afterAll(() => app.close());

function createRandom(seed: number) {
  let state = seed;
  return <T>(list: readonly T[]): T => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return list[Math.floor((state / 4_294_967_296) * list.length)] as T;
  };
}

type Settings = { takesPasswords: boolean; isOpen: boolean; validDays: number | undefined };
type World = {
  id: string;
  username: string;
  password: string;
  secret: string;
  /** Counts what ends all proofs, and what also ends sessions. */
  changes: number;
  endings: number;
  settings: Settings;
  hasAccess: boolean;
};
/** How far a browser is. `at` and `endings` are those of the world when the person was identified. */
type Tab = {
  stage: 'new' | 'identified' | 'verified' | 'submitted' | 'code' | 'signed in';
  browser: Visitor;
  at: number;
  endings: number;
  next: string;
};

const of = ({ id }: World) => ({ token, params: { userId: id } });

const applySettings = ({ settings: { takesPasswords, isOpen, validDays } }: World) =>
  changeSettings(app, {
    signIn: ways(
      { identifier: 'username', password: takesPasswords },
      { identifier: 'email', verificationCode: true, password: !takesPasswords },
    ),
    signUp: { identifiers: ['username'], password: true, verify: false },
    signInMode: isOpen ? 'SignInAndRegister' : 'Register',
    forgotPasswordMethods: ['EmailVerificationCode'],
    passwordExpiration: validDays === undefined ? {} : { enabled: true, validPeriodDays: validDays, enabledAt: 0 },
    mfa: { factors: ['Totp'], policy: 'NoPrompt' },
  });

const applyAccess = (world: World) =>
  app.call(applicationAccessApi.save, {
    token,
    params: { applicationId: clientId },
    body: {
      userIds: world.hasAccess ? [world.id] : [],
      userRoleIds: [],
      organizationIds: world.hasAccess ? [] : ['nobody'],
      organizationRoleRules: [],
    },
  });

const makeOld = ({ id }: World) =>
  app.write('default', (db) =>
    sql`update users set password_updated_at = now() - ${ageInDays} * interval '1 day' where id = ${id}`.execute(db),
  );

const changesOfPerson: ((world: World) => Promise<unknown>)[] = [
  (world) =>
    app.call(usersApi.update, { ...of(world), body: { primaryEmail: `w${world.changes}${world.id}@x.example` } }),
  async (world) => {
    for (const { id } of (await app.call(userMfaApi.list, of(world))).body) {
      await app.call(userMfaApi.remove, { token, params: { userId: world.id, verificationId: id } });
    }
    world.secret = await addTotp(app, world.id, token);
  },
  async (world) => {
    world.endings += 1;
    await app.call(userSessionsApi.removeAll, of(world));
  },
  async (world) => {
    world.endings += 1;
    await app.call(usersApi.setSuspended, { ...of(world), body: { isSuspended: true } });
    await app.call(usersApi.setSuspended, { ...of(world), body: { isSuspended: false } });
  },
];

const changesOfTenant: ((world: World) => unknown)[] = [
  ({ settings }) => Object.assign(settings, { takesPasswords: !settings.takesPasswords }),
  ({ settings }) => Object.assign(settings, { isOpen: !settings.isOpen }),
  ({ settings }) =>
    Object.assign(settings, { validDays: settings.validDays === undefined ? ageInDays / 2 : undefined }),
  ({ settings }) => Object.assign(settings, { validDays: ageInDays * 2 }),
];

const mayProve = ({ settings: { takesPasswords, isOpen, validDays } }: World) =>
  takesPasswords && isOpen && (validDays === undefined || validDays > ageInDays);
const isCurrent = (world: World, tab: Tab) => tab.at === world.changes;

async function identify(world: World, tab: Tab): Promise<[boolean, boolean]> {
  tab.browser = visitor(app);
  await tab.browser.arrive({
    client_id: clientId,
    redirect_uri: redirectUri,
    scope: 'openid offline_access',
    prompt: 'consent',
    code_challenge: challenge,
  });
  await tab.browser.start('SignIn');
  const identifier = { type: 'username', value: world.username };
  const { body } = await tab.browser.step('POST', '/verification/password', { identifier, password: world.password });
  const { status } = await tab.browser.identify(body?.verificationId ?? 'none');
  Object.assign(tab, { at: world.changes, endings: world.endings, stage: status === 204 ? 'identified' : 'new' });
  return [status === 204, mayProve(world)];
}

async function verify(world: World, tab: Tab): Promise<[boolean, boolean]> {
  // A code can be used once, and tests do not wait for the next. A factor that is used stays the same factor.
  await app.write('default', (db) =>
    sql`update users set mfa_verifications = (select jsonb_agg(one - 'usedStep')
      from jsonb_array_elements(mfa_verifications) as factor (one)) where id = ${world.id}`.execute(db),
  );
  const { status } = await tab.browser.step('POST', '/verification/totp/verify', { code: codeNow(world.secret) });
  tab.stage = status === 200 ? 'verified' : 'new';
  // The step reads the factor only; whether the password still counts is asked by the last one.
  return [status === 200, isCurrent(world, tab)];
}

async function submit(world: World, tab: Tab): Promise<[boolean, boolean]> {
  const wasVerified = tab.stage === 'verified';
  const { status, body } = await tab.browser.submit();
  Object.assign(tab, { stage: status === 200 ? 'submitted' : 'new', next: body?.redirectTo });
  return [status === 200, wasVerified && isCurrent(world, tab) && mayProve(world)];
}

async function follow(world: World, tab: Tab): Promise<[boolean, boolean]> {
  tab.next = await tab.browser.follow(tab.next);
  const isReached = tab.next.startsWith(redirectUri) && new URL(tab.next).searchParams.has('code');
  tab.stage = isReached ? 'code' : 'new';
  return [isReached, isCurrent(world, tab) && world.hasAccess];
}

async function askForTokens(tab: Tab, form: Record<string, string>): Promise<boolean> {
  const { status, body } = await app.inject(app.core, {
    method: 'POST',
    url: '/oidc/token',
    headers: { host: 'core.test', 'content-type': 'application/x-www-form-urlencoded' },
    payload: new URLSearchParams({ client_id: clientId, ...form }).toString(),
  });
  tab.next = String((body as { refresh_token?: string }).refresh_token);
  tab.stage = status === 200 ? 'signed in' : 'new';
  return status === 200;
}

async function redeem(world: World, tab: Tab): Promise<[boolean, boolean]> {
  const code = new URL(tab.next).searchParams.get('code') ?? '';
  const form = { grant_type: 'authorization_code', code, redirect_uri: redirectUri, code_verifier: verifier };
  return [await askForTokens(tab, form), isCurrent(world, tab) && world.hasAccess];
}

async function refresh(world: World, tab: Tab): Promise<[boolean, boolean]> {
  const isGiven = await askForTokens(tab, { grant_type: 'refresh_token', refresh_token: tab.next });
  return [isGiven, tab.endings === world.endings && world.hasAccess];
}

const steps = { identify, verify, submit, follow, redeem, refresh };
type Step = keyof typeof steps;
const possible: Record<Tab['stage'], Step[]> = {
  new: ['identify'],
  identified: ['verify', 'verify', 'submit'],
  verified: ['submit'],
  submitted: ['follow'],
  code: ['redeem'],
  'signed in': ['refresh', 'refresh', 'identify'],
};

async function change(world: World, pick: ReturnType<typeof createRandom>): Promise<void> {
  const kind = pick(['person', 'tenant', 'access']);
  if (kind === 'person') {
    world.changes += 1;
    await pick(changesOfPerson)(world);
  } else if (kind === 'tenant') {
    pick(changesOfTenant)(world);
    await applySettings(world);
  } else {
    world.hasAccess = !world.hasAccess;
    await applyAccess(world);
  }
}

async function walk(seed: number, reached: Map<string, number>): Promise<void> {
  const pick = createRandom(seed);
  const username = `walks_${seed}`;
  const password = 'a phrase for walks';
  const { body } = await app.call(usersApi.create, { token, body: { username, password } });
  const settings = { takesPasswords: true, isOpen: true, validDays: undefined };
  const world: World = {
    id: body.id,
    username,
    password,
    secret: '',
    changes: 0,
    endings: 0,
    settings,
    hasAccess: true,
  };
  world.secret = await addTotp(app, world.id, token);
  await makeOld(world);
  await applySettings(world);
  await applyAccess(world);
  await app.call(applicationsApi.update, {
    token,
    params: { id: clientId },
    body: { appLevelAccessControlEnabled: true },
  });
  const tabs = [1, 2].map((): Tab => ({ stage: 'new', browser: visitor(app), at: 0, endings: 0, next: '' }));
  const told: string[] = [];
  for (let count = 0; count < stepsOfRound; count += 1) {
    if (pick([true, false, false, false])) {
      await change(world, pick);
      told.push(`change ${JSON.stringify([world.changes, world.endings, world.settings, world.hasAccess])}`);
    } else {
      const tab = pick(tabs);
      const name = pick(possible[tab.stage]);
      const [isDone, may] = await steps[name](world, tab);
      told.push(`${tabs.indexOf(tab)} ${name} ${isDone}`);
      if (isDone !== may) {
        throw new Error(`${name} should ${may ? '' : 'not '}succeed: ${told.join(', ')}`);
      }
      const key = `${name} ${isDone}`;
      reached.set(key, (reached.get(key) ?? 0) + 1);
    }
  }
}

test('no step succeeds against a change of the person, of the settings or of the access, in any order', async () => {
  const { rows } = await app.write('default', (db) =>
    sql`insert into organizations (id, name) values ('nobody', 'Nobody') returning id`.execute(db),
  );
  expect(rows).toHaveLength(1);
  const first = Number(process.env.WALKS_SEED ?? 4500);
  const reached = new Map<string, number>();
  for (let seed = first; seed < first + rounds; seed += 1) {
    try {
      await walk(seed, reached);
    } catch (error) {
      throw new Error(`seed ${seed}`, { cause: error });
    }
  }
  // The test is meaningless if an outcome never happens.
  for (const name of Object.keys(steps)) {
    expect([name, reached.get(`${name} true`) ?? 0]).not.toEqual([name, 0]);
  }
  expect(reached.get('submit false')).toBeGreaterThan(0);
});
