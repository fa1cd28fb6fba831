import { createHash, randomBytes } from 'node:crypto';
import { addressChangesApi } from '@postern/contracts/account/address-changes';
import { userMfaApi } from '@postern/contracts/people/user-mfa';
import { userSessionsApi } from '@postern/contracts/people/user-sessions';
import { usersApi } from '@postern/contracts/people/users';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { addTotp, codeNow } from '#testing/factors';
import { changeSettings, type Visitor, visitor, ways } from '#testing/sign-in';
import { type TestApp, testApp } from '#testing/test-app';

/**
 * A person and two of their browsers in any order of steps and changes. The model only counts changes: a sign-in
 * reaches the application if all its proofs were made after the last change, and never otherwise.
 */
let app: TestApp;
let token: string;
const rounds = Number(process.env.ORDERS ?? 12);
const stepsOfRound = 16;

beforeAll(async () => {
  app = await testApp({ SECRET_VAULT_KEK: randomBytes(32).toString('base64') });
  token = await app.managementToken();
  await changeSettings(app, {
    signIn: ways({ identifier: 'username', password: true }),
    signUp: { identifiers: ['username'], password: true, verify: false },
    mfa: { factors: ['Totp'], policy: 'NoPrompt' },
  });
});
afterAll(() => app.close());

function createRandom(seed: number) {
  let state = seed;
  return <T>(list: readonly T[]): T => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return list[Math.floor((state / 4_294_967_296) * list.length)] as T;
  };
}

type Person = { id: string; username: string; password: string; email: string; secret: string; changes: number };
/** `at` counts the changes before the oldest proof. */
type Tab = { browser: Visitor; at: number | undefined; isVerified: boolean };

const of = ({ id }: Person) => ({ token, params: { userId: id } });

async function changeEmail(person: Person): Promise<void> {
  person.email = `${person.username}.${person.changes}@example.com`;
  await app.call(usersApi.update, { ...of(person), body: { primaryEmail: person.email } });
}

async function replaceFactor(person: Person): Promise<void> {
  for (const { id } of (await app.call(userMfaApi.list, of(person))).body) {
    await app.call(userMfaApi.remove, { token, params: { userId: person.id, verificationId: id } });
  }
  person.secret = await addTotp(app, person.id, token);
}

/** An attacker changes the address; its owner takes it back with the link in the message to the old address. */
async function undo(person: Person): Promise<void> {
  const link = randomBytes(32).toString('base64url');
  const before = person.email;
  await changeEmail(person);
  await app.write('default', (db) =>
    db
      .insertInto('address_changes')
      .values({
        id: link.slice(0, 21),
        user_id: person.id,
        identifier_type: 'email',
        old_identifier: before,
        was_verified: true,
        identities: '{}',
        token_digest: createHash('sha256').update(`address change ${link}`).digest('base64url'),
        expires_at: new Date(Date.now() + 3_600_000).toISOString(),
      })
      .execute(),
  );
  person.password = `taken back ${person.changes}`;
  const { status } = await app.call(addressChangesApi.undo, { body: { token: link, password: person.password } });
  expect(status).toBe(200);
  person.email = before;
  // The undo has removed the factor, which was added after the change.
  await replaceFactor(person);
}

const changes: ((person: Person) => Promise<unknown>)[] = [
  changeEmail,
  replaceFactor,
  undo,
  (person) => app.call(userSessionsApi.removeAll, of(person)),
  async (person) => {
    person.password = `the password number ${person.changes}`;
    await app.call(usersApi.setPassword, { ...of(person), body: { password: person.password } });
  },
  async (person) => {
    await app.call(usersApi.setSuspended, { ...of(person), body: { isSuspended: true } });
    await app.call(usersApi.setSuspended, { ...of(person), body: { isSuspended: false } });
  },
];

async function identify(tab: Tab, person: Person): Promise<void> {
  tab.browser = visitor(app);
  await tab.browser.arrive();
  await tab.browser.start('SignIn');
  const identifier = { type: 'username', value: person.username };
  const { body } = await tab.browser.step('POST', '/verification/password', { identifier, password: person.password });
  expect((await tab.browser.identify(body.verificationId)).status).toBe(204);
  Object.assign(tab, { at: person.changes, isVerified: false });
}

async function verify(tab: Tab, person: Person): Promise<void> {
  // A code can be used once, and tests do not wait for the next. A factor that is used stays the same factor.
  await app.write('default', (db) =>
    sql`update users set mfa_verifications = (select jsonb_agg(one - 'usedStep')
      from jsonb_array_elements(mfa_verifications) as factor (one)) where id = ${person.id}`.execute(db),
  );
  const { status, code } = await tab.browser.step('POST', '/verification/totp/verify', {
    code: codeNow(person.secret),
  });
  if (tab.at !== person.changes) {
    expect([status, code]).toEqual([404, 'session.interaction_not_found']);
  }
  tab.isVerified ||= status === 200;
}

async function submit(tab: Tab, person: Person): Promise<boolean> {
  const { body } = await tab.browser.submit();
  const isIn = body?.redirectTo !== undefined && (await tab.browser.follow(body.redirectTo)).includes('code=');
  expect(isIn).toBe(tab.at === person.changes && tab.isVerified);
  tab.at = undefined;
  return isIn;
}

async function tryOneOrder(seed: number): Promise<{ in: number; out: number }> {
  const pick = createRandom(seed);
  const username = `orders_${seed}`;
  const password = 'the first password';
  const created = await app.call(usersApi.create, { token, body: { username, password } });
  const person: Person = { id: created.body.id, username, password, email: '', secret: '', changes: 0 };
  await changeEmail(person);
  await replaceFactor(person);
  const tabs: Tab[] = [1, 2].map(() => ({ browser: visitor(app), at: undefined, isVerified: false }));
  const ends = { in: 0, out: 0 };
  for (let step = 0; step < stepsOfRound; step += 1) {
    const tab = pick(tabs);
    const what =
      tab.at === undefined ? 'identify' : pick(['identify', 'verify', 'verify', 'submit', 'submit', 'change']);
    if (what === 'change') {
      person.changes += 1;
      await pick(changes)(person);
    } else if (what === 'submit') {
      ends[(await submit(tab, person)) ? 'in' : 'out'] += 1;
    } else {
      await (what === 'identify' ? identify : verify)(tab, person);
    }
  }
  return ends;
}

test('no proof that is older than a change of its person reaches the application, in any order', async () => {
  const first = Number(process.env.ORDERS_SEED ?? 5300);
  const ends = { in: 0, out: 0 };
  for (let seed = first; seed < first + rounds; seed += 1) {
    try {
      const { in: reached, out } = await tryOneOrder(seed);
      ends.in += reached;
      ends.out += out;
    } catch (error) {
      throw new Error(`seed ${seed}`, { cause: error });
    }
  }
  // The test is meaningless if either never happens.
  expect(ends.in).toBeGreaterThan(0);
  expect(ends.out).toBeGreaterThan(0);
});
