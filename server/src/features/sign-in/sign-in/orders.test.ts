import { randomBytes } from 'node:crypto';
import { factorAcr } from '@postern/contracts/access/authentication-context';
import type { SignInExperience } from '@postern/contracts/experience/sign-in-experience';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { failureKeys } from '#features/operations/throttle';
import { addBackupCodes, addTotp, codeNow, wrongCode } from '#testing/factors';
import { changeSettings, lastMessage, type Visitor, visitor, ways } from '#testing/sign-in';
import { type TestApp, testApp } from '#testing/test-app';
import { hashPassword } from '../../people/users/index.ts';
import { digestToken } from '../factors/trusted-cookie.ts';

/**
 * A random visitor tries the steps in any order with everything they own or can guess. Every resulting session must be
 * their own and meet the settings.
 */
let app: TestApp;
/** The authenticator app and the backup codes of the own account. */
let ownSecret: string;
let ownCodes: string[];
let ownFactors: unknown;
const ownPassword = 'known to this person only';
const victim = { id: 'victim000000', username: 'victim', email: 'victim@example.com' };
const own = { id: 'own000000000', username: 'own_account', email: 'own@example.com' };
const rounds = Number(process.env.ORDERS ?? 60);

beforeAll(async () => {
  app = await testApp({ SECRET_VAULT_KEK: randomBytes(32).toString('base64') });
  const [secret, theirs] = [await hashPassword(ownPassword), await hashPassword('known to the victim only')];
  await app.write('default', (db) =>
    db
      .insertInto('users')
      .values(
        [
          { id: own.id, username: own.username, primary_email: own.email, password_encrypted: secret.digest },
          { id: victim.id, username: victim.username, primary_email: victim.email, password_encrypted: theirs.digest },
        ].map((user) => ({ ...user, password_encryption_method: 'Argon2id' })),
      )
      .execute(),
  );
  const token = await app.managementToken();
  ownSecret = await addTotp(app, own.id, token);
  ownCodes = await addBackupCodes(app, own.id, token);
  const { mfa_verifications } = await app.read('default', (db) =>
    db.selectFrom('users').select('mfa_verifications').where('id', '=', own.id).executeTakeFirstOrThrow(),
  );
  ownFactors = mfa_verifications;
});
afterAll(() => app.close());

/** A small seeded generator (mulberry32): a failure reports its seed. */
function createRandom(seed: number) {
  let state = seed;
  const next = () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
  const pick = <T>(list: readonly T[]): T => list[Math.floor(next() * list.length)] as T;
  return { next, pick };
}

type Settings = Pick<SignInExperience, 'signIn' | 'signUp' | 'signInMode' | 'forgotPasswordMethods'>;

const settings: Settings[] = [
  {
    signIn: ways({ identifier: 'username', password: true }),
    signUp: { identifiers: ['username'], password: true, verify: false },
    signInMode: 'SignInAndRegister',
    forgotPasswordMethods: [],
  },
  {
    signIn: ways({ identifier: 'email', verificationCode: true }),
    signUp: { identifiers: ['email'], password: false, verify: true },
    signInMode: 'SignInAndRegister',
    forgotPasswordMethods: ['EmailVerificationCode'],
  },
  {
    signIn: ways({ identifier: 'email', password: true, verificationCode: true }),
    signUp: {
      identifiers: ['email'],
      password: true,
      verify: true,
      secondaryIdentifiers: [{ identifier: 'username' }],
    },
    signInMode: 'SignInAndRegister',
    forgotPasswordMethods: ['EmailVerificationCode'],
  },
  {
    signIn: ways({ identifier: 'username', password: true }, { identifier: 'email', verificationCode: true }),
    signUp: { identifiers: ['username'], password: true, verify: false },
    signInMode: 'SignIn',
    forgotPasswordMethods: ['EmailVerificationCode'],
  },
  {
    signIn: ways({ identifier: 'email', verificationCode: true }),
    signUp: { identifiers: [], password: false, verify: false },
    signInMode: 'SignInAndRegister',
    forgotPasswordMethods: null,
  },
];

/** Second factors in use: required of the own account by its authenticator app, and of new ones by the policy. */
const factorSettings: SignInExperience['mfa'][] = [
  { factors: [], policy: 'UserControlled' },
  { factors: ['Totp'], policy: 'Mandatory' },
  { factors: ['Totp', 'BackupCode'], policy: 'Mandatory' },
  { factors: ['Totp', 'WebAuthn'], policy: 'UserControlled' },
];

/** Trusted devices and the risk policy. With `ask` and `refuse`, every sign-in to the own account is risky. */
const protections = ['none', 'trust', 'ask', 'refuse'] as const;
type Protection = (typeof protections)[number];

const cookieTokens = { own: 'o'.repeat(43), victim: 'v'.repeat(43) };

/** Returns the trusted-device cookie of the browser: always that of the victim, and sometimes an own one. */
async function protect(protection: Protection, isOwnTrusted: boolean): Promise<string> {
  const action = protection === 'ask' ? 'askFactor' : protection === 'refuse' ? 'refuse' : 'allow';
  await app.write('default', async (db) => {
    await db.deleteFrom('sign_in_protections').execute();
    await db
      .insertInto('sign_in_protections')
      .values({ trusts_devices: protection !== 'none', medium_risk: action, high_risk: action })
      .execute();
    await db.deleteFrom('trusted_devices').execute();
    for (const [owner, person] of Object.entries({ own, victim })) {
      const digest = digestToken('default', person.id, cookieTokens[owner as keyof typeof cookieTokens]);
      await sql`insert into trusted_devices (id, user_id, token_digest, expires_at)
        values (${owner}, ${person.id}, ${digest}, now() + interval '1 day')`.execute(db);
    }
    if (action !== 'allow') {
      const [target = ''] = failureKeys([`factor:Totp:${own.id}`], '127.0.0.1').targets;
      await sql`insert into sentinel_activities (id, target_type, target_hash, action, action_result, decision, decision_expires_at)
        select 'failure' || n, 'User', ${target}, 'VerificationCode', 'Failed', 'Allowed', now()
        from generate_series(1, 5) n`.execute(db);
    }
  });
  return isOwnTrusted ? `${cookieTokens.victim}.${cookieTokens.own}` : cookieTokens.victim;
}

type World = {
  person: Visitor;
  random: ReturnType<typeof createRandom>;
  ids: string[];
  names: number;
  trace: string[];
};

const events = ['SignIn', 'Register', 'ForgotPassword'] as const;

async function verifyShown(world: World, value: string, verificationId: string, code: string) {
  const identifier = { type: 'email', value };
  return world.person.step('POST', '/verification/verification-code/verify', { identifier, verificationId, code });
}

const fresh = ({ random }: World) => `fresh${random.next().toString(36).slice(2)}@example.com`;

/** Sends a code; only messages to own mailboxes can be read. */
async function proveOrGuess(world: World, value: string, interactionEvent: string) {
  const { random, person, ids } = world;
  const sent = await person.step('POST', '/verification/verification-code', {
    identifier: { type: 'email', value },
    interactionEvent,
  });
  if (sent.status !== 200) {
    return sent;
  }
  ids.push(sent.body.verificationId);
  const isReadable = value !== victim.email && random.next() < 0.9;
  const { code: right } = await lastMessage(app, value);
  // A correct guess by chance would prove nothing.
  const guessed = right === '123456' ? '654321' : '123456';
  const code = isReadable ? right : guessed;
  await app.write('default', (db) => db.deleteFrom('message_counters').execute());
  return verifyShown(world, value, sent.body.verificationId, code);
}

const actions: Record<string, (world: World) => Promise<{ status: number; code?: string; body?: unknown }>> = {
  start: ({ person, random }) => person.start(random.pick(events)),
  change: ({ person, random }) => person.step('PUT', '/interaction-event', { interactionEvent: random.pick(events) }),
  password: async ({ person, random, ids }) => {
    const [type, value] = random.pick([
      ['username', own.username],
      ['email', own.email],
      ['username', victim.username],
      ['email', victim.email],
    ] as const);
    const answer = await person.step('POST', '/verification/password', {
      identifier: { type, value },
      password: random.pick([ownPassword, 'guessed']),
    });
    if (answer.status === 200) {
      ids.push(answer.body.verificationId);
    }
    return answer;
  },
  newIdentity: async (world) => {
    world.names += 1;
    const value = world.random.pick([`made_${world.random.next().toString(36).slice(2)}`, victim.username]);
    const answer = await world.person.step('POST', '/verification/new-password-identity', {
      identifier: { type: 'username', value },
      password: ownPassword,
    });
    if (answer.status === 200) {
      world.ids.push(answer.body.verificationId);
    }
    return answer;
  },
  code: (world) =>
    proveOrGuess(world, world.random.pick([own.email, victim.email, fresh(world)]), world.random.pick(events)),
  ownCode: (world) => proveOrGuess(world, own.email, 'SignIn'),
  freshCode: (world) => proveOrGuess(world, fresh(world), 'Register'),
  ownPassword: async ({ person, random, ids }) => {
    const [type, value] = random.pick([
      ['username', own.username],
      ['email', own.email],
    ] as const);
    const answer = await person.step('POST', '/verification/password', {
      identifier: { type, value },
      password: ownPassword,
    });
    ids.push(answer.body.verificationId ?? 'none');
    return answer;
  },
  startSignIn: ({ person }) => person.start('SignIn'),
  startRegister: ({ person }) => person.start('Register'),
  identifyNone: ({ person }) => person.identify(),
  identify: ({ person, random, ids }) =>
    person.identify(random.next() < 0.75 && ids.length > 0 ? random.pick(ids) : undefined, {
      linkSocialIdentity: random.next() < 0.3,
    }),
  identifyLast: ({ person, ids }) => person.identify(ids.at(-1)),
  username: ({ person, random }) =>
    person.step('POST', '/profile', { type: 'username', value: `late_${random.next().toString(36).slice(2)}` }),
  profilePassword: ({ person }) => person.step('POST', '/profile', { type: 'password', value: ownPassword }),
  profileEmail: ({ person, random, ids }) =>
    person.step('POST', '/profile', { type: 'email', verificationId: ids.length > 0 ? random.pick(ids) : 'none' }),
  extra: ({ person }) => person.step('POST', '/profile', { type: 'extraProfile', values: { shoeSize: 40 } }),
  totp: ({ person, random }) =>
    person.step('POST', '/verification/totp/verify', { code: codeNow(ownSecret, random.pick([0, 1])) }),
  wrongTotp: ({ person }) => person.step('POST', '/verification/totp/verify', { code: wrongCode(ownSecret) }),
  backupCode: ({ person, random }) =>
    person.step('POST', '/verification/backup-code/verify', { code: random.pick([...ownCodes, 'ffffffffff']) }),
  temporaryCode: ({ person }) => person.step('POST', '/verification/temporary-code/verify', { code: 'AAAA-AAAA' }),
  newTotp: async ({ person, random, ids }) => {
    const begun = await person.step('POST', '/verification/totp/secret');
    if (begun.status !== 200) {
      return begun;
    }
    const { verificationId, secret } = begun.body;
    ids.push(verificationId);
    const verified = await person.step('POST', '/verification/totp/verify', {
      code: random.next() < 0.8 ? codeNow(secret) : wrongCode(secret),
      verificationId,
    });
    return random.next() < 0.8 ? person.step('POST', '/profile/mfa', { type: 'Totp', verificationId }) : verified;
  },
  newBackupCodes: async ({ person, ids }) => {
    const begun = await person.step('POST', '/verification/backup-code/generate');
    if (begun.status !== 200) {
      return begun;
    }
    const { verificationId } = begun.body;
    ids.push(verificationId);
    return person.step('POST', '/profile/mfa', { type: 'BackupCode', verificationId });
  },
  bindAny: ({ person, random, ids }) =>
    person.step('POST', '/profile/mfa', {
      type: random.pick(['Totp', 'WebAuthn', 'BackupCode', 'EmailVerificationCode']),
      verificationId: ids.length > 0 ? random.pick(ids) : 'none',
    }),
  trustDevice: ({ person }) => person.step('POST', '/profile/mfa/trusted-device'),
  sendMfaCode: ({ person }) => person.step('POST', '/verification/mfa-verification-code', { identifierType: 'email' }),
  skipFactor: ({ person }) => person.step('POST', '/profile/mfa/mfa-skipped'),
  skipSuggestion: ({ person }) => person.step('POST', '/profile/mfa/mfa-suggestion-skipped'),
  newPassword: ({ person }) => person.step('PUT', '/profile/password', { password: 'a fresh one for a reset' }),
  submit: ({ person }) => person.submit(),
};

/** The usual flows. Most attempts are one of these with steps removed, added and swapped. */
const usualWays = [
  ['startSignIn', 'ownPassword', 'identifyLast', 'submit'],
  ['startSignIn', 'ownPassword', 'identifyLast', 'totp', 'submit'],
  ['startSignIn', 'ownCode', 'identifyLast', 'totp', 'submit'],
  ['startSignIn', 'ownCode', 'identifyLast', 'backupCode', 'submit'],
  ['startSignIn', 'ownPassword', 'identifyLast', 'totp', 'newTotp', 'newBackupCodes', 'submit'],
  ['startRegister', 'newIdentity', 'identifyLast', 'extra', 'newTotp', 'newBackupCodes', 'submit'],
  [
    ...['startRegister', 'freshCode', 'identifyLast', 'username', 'profilePassword', 'identifyNone', 'extra'],
    ...['newTotp', 'newBackupCodes', 'submit'],
  ],
  ['startRegister', 'username', 'profilePassword', 'identifyNone', 'newTotp', 'newBackupCodes', 'submit'],
];

function disturb({ next, pick }: World['random']): string[] {
  const names = Object.keys(actions);
  const way = [...pick(usualWays)].filter(() => next() > 0.08);
  const inserted = Math.floor(next() * 4);
  for (let count = 0; count < inserted; count += 1) {
    way.splice(Math.floor(next() * (way.length + 1)), 0, pick(names));
  }
  if (next() < 0.3 && way.length > 2) {
    const at = Math.floor(next() * (way.length - 1));
    way.splice(at, 2, ...way.slice(at, at + 2).reverse());
  }
  // Then as the pages would continue: verify a factor if one is demanded, or set one up.
  return [...way, pick(names), 'submit', 'totp', 'submit', 'newTotp', 'newBackupCodes', pick(names), 'submit'];
}

type Login = { account: string; acr: string; amr: string[] };

async function signedInAs(person: Visitor): Promise<Login | undefined> {
  const { rows } = await app.read('default', (db) =>
    sql<Login>`select payload -> 'result' -> 'login' ->> 'accountId' as account,
        payload -> 'result' -> 'login' ->> 'acr' as acr, payload -> 'result' -> 'login' -> 'amr' as amr from oidc_models
      where model = 'Interaction' and payload -> 'result' -> 'login' is not null order by expires_at desc limit 1`.execute(
      db,
    ),
  );
  return (await person.submit()).status === 200 ? rows[0] : undefined;
}

async function requireDemanded(userId: string, { signUp }: Settings, asksMore: boolean, isNew: boolean) {
  const user = await app.read('default', (db) =>
    db.selectFrom('users').selectAll().where('id', '=', userId).executeTakeFirstOrThrow(),
  );
  const wanted = [...signUp.identifiers, ...(signUp.secondaryIdentifiers ?? []).map(({ identifier }) => identifier)];
  expect({
    username: !wanted.includes('username') || user.username !== null,
    email: !wanted.includes('email') || (user.primary_email !== null && user.email_verified_at !== null),
    password: !signUp.password || user.password_encrypted !== null,
    extra: !asksMore || !isNew || (user.custom_data as { shoeSize?: number }).shoeSize === 40,
  }).toEqual({ username: true, email: true, password: true, extra: true });
}

/** Whoever has an enabled factor has verified it; whoever must have one has set it up. */
async function requireFactors(login: Login, mfa: SignInExperience['mfa'], isNew: boolean, isTrusted: boolean) {
  const { mfa_verifications: factors } = await app.read('default', (db) =>
    db.selectFrom('users').select('mfa_verifications').where('id', '=', login.account).executeTakeFirstOrThrow(),
  );
  const types = (factors as { type: string }[]).map(({ type }) => type);
  const isMandatory = mfa.policy === 'Mandatory' && mfa.factors.length > 0;
  expect({
    verified: isNew || isTrusted || mfa.factors.length === 0 || login.acr === factorAcr,
    bound: !isMandatory || types.includes('Totp'),
    codes: !isMandatory || !mfa.factors.includes('BackupCode') || types.includes('BackupCode'),
  }).toEqual({ verified: true, bound: true, codes: true });
}

/** A risky sign-in is refused, or verified by a factor or a code. */
function requireLowRisk({ acr, amr }: Login, protection: Protection) {
  expect(protection).not.toBe('refuse');
  if (protection === 'ask') {
    expect(acr === factorAcr || amr.includes('otp')).toBe(true);
  }
}

const countUsers = async () =>
  (await app.read('default', (db) => db.selectFrom('users').select('id').execute())).map(({ id }) => id);

async function tryOneOrder(seed: number): Promise<'in' | 'out'> {
  const random = createRandom(seed);
  const chosen = random.pick(settings);
  const mfa = random.pick(factorSettings);
  const asksMore = random.next() < 0.3;
  const protection = random.pick(protections);
  const isOwnTrusted = random.next() < 0.5;
  await app.write('default', async (db) => {
    await db.deleteFrom('custom_profile_fields').execute();
    await db.deleteFrom('sentinel_activities').execute();
    await sql`update oidc_models set expires_at = now() where model = 'Interaction'`.execute(db);
    if (asksMore) {
      await db
        .insertInto('custom_profile_fields')
        .values({ id: 'shoe', name: 'shoeSize', type: 'Number', required: true })
        .execute();
    }
  });
  await changeSettings(app, { ...chosen, mfa });
  const cookie = await protect(protection, isOwnTrusted);
  const before = await countUsers();
  const world: World = { person: visitor(app), random, ids: [], names: 0, trace: [] };
  world.person.cookies.set('postern_default_trusted', cookie);
  await world.person.arrive();
  await world.person.start(random.pick(events));
  for (const name of disturb(random)) {
    const answer = await actions[name]?.(world);
    world.trace.push(`${name} ${answer?.status} ${answer?.code ?? ''}`);
    expect([answer?.status, answer?.code]).not.toEqual([500, 'request.server_error']);
    if (name === 'submit' && answer?.status === 200) {
      const login = await signedInAs(world.person);
      const userId = login?.account ?? '';
      const isNew = !before.includes(userId);
      expect(userId).not.toBe(victim.id);
      expect(isNew || userId === own.id).toBe(true);
      if (isNew) {
        expect([chosen.signInMode, chosen.signUp.identifiers.length > 0]).toEqual(['SignInAndRegister', true]);
      }
      await requireDemanded(userId, chosen, asksMore, isNew);
      const reached = login ?? { account: userId, acr: '', amr: [] };
      await requireFactors(reached, mfa, isNew, protection === 'trust' && isOwnTrusted);
      if (!isNew) {
        requireLowRisk(reached, protection);
      }
      return 'in';
    }
  }
  if (chosen.signInMode === 'SignIn' || chosen.signUp.identifiers.length === 0) {
    expect(await countUsers()).toEqual(expect.arrayContaining(before));
    expect((await countUsers()).length).toBe(before.length);
  }
  return 'out';
}

test('never reaches a session without what the settings require in any order of steps', {
  timeout: 300_000,
}, async () => {
  const first = Number(process.env.ORDERS_SEED ?? 20_261);
  const ends = { in: 0, out: 0 };
  for (let seed = first; seed < first + rounds; seed += 1) {
    // A reset by this user may have changed their own password only.
    const digest = await hashPassword(ownPassword);
    await app.write('default', (db) =>
      db
        .updateTable('users')
        .set({
          password_encrypted: digest.digest,
          mfa_verifications: JSON.stringify(ownFactors),
          logto_config: '{}',
          last_sign_in_at: sql<string>`now() - interval '1 day'`,
        })
        .where('id', '=', own.id)
        .execute(),
    );
    const untouched = await app.read('default', (db) =>
      db.selectFrom('users').select(['password_encrypted', 'updated_at']).where('id', '=', victim.id).execute(),
    );
    try {
      ends[await tryOneOrder(seed)] += 1;
    } catch (error) {
      throw new Error(`seed ${seed}`, { cause: error });
    }
    expect(
      await app.read('default', (db) =>
        db.selectFrom('users').select(['password_encrypted', 'updated_at']).where('id', '=', victim.id).execute(),
      ),
    ).toEqual(untouched);
  }
  // The test is meaningless if no attempt ever signs in.
  expect(ends.in).toBeGreaterThan(rounds / 8);
  expect(ends.out).toBeGreaterThan(0);
});
