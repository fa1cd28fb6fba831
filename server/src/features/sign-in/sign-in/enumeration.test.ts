import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { changeSettings, lastMessage, type StepAnswer, type Visitor, visitor, ways } from '#testing/sign-in';
import { type TestApp, testApp } from '#testing/test-app';
import { hashEveryTime } from '../../../platform/testing/quick-passwords.ts';
import { hashPassword } from '../../people/users/index.ts';

/** Attack 30: neither the response nor its time reveals whether an account exists. */
let app: TestApp;
const samples = 40;

hashEveryTime();

beforeAll(async () => {
  app = await testApp();
  const password = await hashPassword('the right one');
  await app.write('default', (db) =>
    db
      .insertInto('users')
      .values(
        Array.from({ length: 4 * samples }, (_, index) => ({
          id: `known${String(index).padStart(7, '0')}`,
          username: `known_${index}`,
          primary_email: `known${index}@example.com`,
          // Every second user was imported with a digest that is fast to verify.
          password_encrypted: index % 2 === 0 ? password.digest : '0'.repeat(32),
          password_encryption_method: index % 2 === 0 ? password.method : 'MD5',
        })),
      )
      .execute(),
  );
  await changeSettings(app, {
    signIn: ways(
      { identifier: 'username', password: true },
      { identifier: 'email', password: true, verificationCode: true },
    ),
    signUp: { identifiers: ['email'], password: false, verify: true },
    signInMode: 'SignIn',
    forgotPasswordMethods: ['EmailVerificationCode'],
    sentinelPolicy: { maxAttempts: 100_000 },
  });
});
afterAll(() => app.close());

type Sample = { ms: number; answer: StepAnswer };
type Probe = (name: string, person: Visitor) => Promise<StepAnswer>;

let used = 0;

/** Alternates known and unknown users, so that other load affects both. */
async function measure(
  event: 'SignIn' | 'ForgotPassword',
  probe: Probe,
): Promise<Record<'known' | 'unknown', Sample[]>> {
  const found: Record<'known' | 'unknown', Sample[]> = { known: [], unknown: [] };
  for (let index = 0; index < samples; index += 1) {
    const order = index % 2 === 0 ? (['known', 'unknown'] as const) : (['unknown', 'known'] as const);
    for (const kind of order) {
      const person = visitor(app);
      await person.arrive();
      await person.start(event);
      const name = `${kind}${used % (4 * samples)}`;
      const startedAt = performance.now();
      const answer = await probe(name, person);
      found[kind].push({ ms: performance.now() - startedAt, answer });
    }
    used += 1;
  }
  return found;
}

/** Mann–Whitney: the distance of the ranks in standard deviations. */
function distance(one: number[], two: number[]): number {
  const all = [...one.map((ms) => ({ ms, isOne: true })), ...two.map((ms) => ({ ms, isOne: false }))].sort(
    (left, right) => left.ms - right.ms,
  );
  const rankSum = all.reduce((sum, { isOne }, index) => (isOne ? sum + index + 1 : sum), 0);
  const [n, m] = [one.length, two.length];
  const u = rankSum - (n * (n + 1)) / 2;
  return (u - (n * m) / 2) / Math.sqrt((n * m * (n + m + 1)) / 12);
}

const withoutIds = ({ status, body }: StepAnswer) =>
  JSON.stringify([status, body]).replace(/"verificationId":"\w{21}"/, '"verificationId":"…"');

async function expectAlike(event: 'SignIn' | 'ForgotPassword', probe: Probe) {
  const distances: number[] = [];
  // A busy machine may cause a difference by chance; a leak always causes it, in the same direction.
  for (let attempt = 0; attempt < 3; attempt += 1) {
    const { known, unknown } = await measure(event, probe);
    expect(new Set([...known, ...unknown].map(({ answer }) => withoutIds(answer))).size).toBe(1);
    const apart = distance(
      known.map(({ ms }) => ms),
      unknown.map(({ ms }) => ms),
    );
    if (Math.abs(apart) < 3.3) {
      return;
    }
    distances.push(apart);
  }
  expect(distances.every((one) => one > 0) || distances.every((one) => one < 0)).toBe(false);
}

describe('attack 30: user enumeration', () => {
  test('by a password for a username', () =>
    expectAlike('SignIn', (name, person) =>
      person.step('POST', '/verification/password', {
        identifier: { type: 'username', value: name.replace(/\d/, '_$&') },
        password: 'a wrong one',
      }),
    ));

  test('by a password for an email address', () =>
    expectAlike('SignIn', (name, person) =>
      person.step('POST', '/verification/password', {
        identifier: { type: 'email', value: `${name}@example.com` },
        password: 'a wrong one',
      }),
    ));

  const send = (name: string, person: Visitor, interactionEvent: string) =>
    person.step('POST', '/verification/verification-code', {
      identifier: { type: 'email', value: `${name}@example.com` },
      interactionEvent,
    });

  test('by requesting a code while registration is closed, and by whether it arrives', async () => {
    await expectAlike('SignIn', (name, person) => send(name, person, 'SignIn'));
    for (const kind of ['known', 'unknown']) {
      expect((await lastMessage(app, `${kind}${(used - 1) % (4 * samples)}@example.com`)).templateType).toBe('SignIn');
    }
  });

  test('by a forgotten password', () =>
    expectAlike('ForgotPassword', (name, person) => send(name, person, 'ForgotPassword')));

  test('by a wrong code', async () => {
    await expectAlike('SignIn', async (name, person) => {
      await app.write('default', (db) => db.deleteFrom('message_counters').execute());
      const email = `${name}@example.com`;
      const sent = await person.step('POST', '/verification/verification-code', {
        identifier: { type: 'email', value: email },
        interactionEvent: 'SignIn',
      });
      return person.step('POST', '/verification/verification-code/verify', {
        identifier: { type: 'email', value: email },
        verificationId: sent.body.verificationId,
        code: 'wrong!',
      });
    });
  });
});

test('does not reveal taken usernames while registration is closed', async () => {
  const answers: unknown[] = [];
  for (const value of ['known_1', 'free_1']) {
    const person = visitor(app);
    await person.arrive();
    await person.start('Register');
    const proposed = await person.step('POST', '/verification/new-password-identity', {
      identifier: { type: 'username', value },
      password: 'a long enough secret',
    });
    const added = await person.step('POST', '/profile', { type: 'username', value });
    answers.push([proposed.status, proposed.code, added.status, added.code]);
  }
  expect(answers).toEqual(Array(2).fill([403, 'auth.forbidden', 403, 'auth.forbidden']));
});

test('detects a difference of two milliseconds', () => {
  const noise = () => 10 + Math.random() * 3;
  const one = Array.from({ length: samples }, noise);
  expect(
    Math.abs(
      distance(
        one,
        Array.from({ length: samples }, () => noise() + 2),
      ),
    ),
  ).toBeGreaterThan(3.3);
});
