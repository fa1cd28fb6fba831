import { usersApi } from '@postern/contracts/people/users';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { hashFor } from '#testing/hashes';
import { changeSettings, type Visitor, visitor, ways } from '#testing/sign-in';
import { type TestApp, testApp } from '#testing/test-app';
import { hashLimits, waitingHashes } from '../../people/users/queue-hashes.ts';

let app: TestApp;
let token: string;
const password = 'a long enough secret';

beforeAll(async () => {
  app = await testApp();
  token = await app.managementToken();
});
afterAll(() => app.close());
beforeEach(() =>
  changeSettings(app, {
    signIn: ways(
      { identifier: 'username', password: true },
      { identifier: 'email', password: true, verificationCode: true },
    ),
    signUp: { identifiers: ['username'], password: true, verify: false },
    signInMode: 'SignInAndRegister',
  }),
);

let count = 0;
async function somebody() {
  count += 1;
  const username = `sturdy${count}`;
  const { body } = await app.call(usersApi.create, { token, body: { username, password } });
  return { username, id: body.id };
}

async function arrived(event: 'SignIn' | 'Register' = 'SignIn'): Promise<Visitor> {
  const person = visitor(app);
  await person.arrive();
  await person.start(event);
  return person;
}

const byPassword = (person: Visitor, username: string) =>
  person.step('POST', '/verification/password', { identifier: { type: 'username', value: username }, password });

const twice = async <T>(work: () => Promise<T>) => Promise.all([work(), work(), work()]);
const outcomes = (answers: { status: number; code: string | undefined }[]) =>
  [...new Set(answers.map(({ status, code }) => `${status} ${code ?? ''}`.trim()))].sort();

describe('double clicks', () => {
  test('have the result of a single click for password, identification and submit', async () => {
    const { username } = await somebody();
    const person = await arrived();
    const proofs = await twice(() => byPassword(person, username));
    expect(outcomes(proofs)).toEqual(['200']);
    expect(new Set(proofs.map(({ body }) => body.verificationId)).size).toBe(1);
    const { verificationRecords } = (await person.step('GET', '/interaction')).body;
    expect(verificationRecords).toHaveLength(1);
    expect(outcomes(await twice(() => person.identify(verificationRecords[0].id)))).toEqual(['204']);
    const finished = await twice(() => person.submit());
    expect(outcomes(finished)).toEqual(['200']);
    expect(new Set(finished.map(({ body }) => body.redirectTo)).size).toBe(1);
    expect((await person.submit()).status).toBe(200);
    expect(await person.follow(finished[0]?.body.redirectTo)).toContain('code=');
    const over = await person.submit();
    expect([over.status, over.code]).toEqual([400, 'session.not_found']);
  });

  test('create one account, and do not report the own name as taken', async () => {
    const person = await arrived('Register');
    const { body } = await person.step('POST', '/verification/new-password-identity', {
      identifier: { type: 'username', value: 'clicked_twice' },
      password,
    });
    const answers = await Promise.all(Array.from({ length: 5 }, () => person.identify(body.verificationId)));
    expect(outcomes(answers)).toEqual(['201', '204']);
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(1);
    expect((await person.identify(body.verificationId)).status).toBe(204);
    expect((await person.submit()).status).toBe(200);
    const rows = await app.read('default', (db) =>
      db.selectFrom('users').select('id').where('username', '=', 'clicked_twice').execute(),
    );
    expect(rows).toHaveLength(1);
  });

  test('keep all details that are added in parallel', async () => {
    const person = await arrived('Register');
    await Promise.all([
      person.step('POST', '/profile', { type: 'username', value: 'all_at_once' }),
      person.step('POST', '/profile', { type: 'password', value: password }),
      person.proveAddress('Register', 'email', 'all.at.once@example.com'),
    ]);
    const { profile, verificationRecords } = (await person.step('GET', '/interaction')).body;
    expect([profile.username, verificationRecords]).toMatchObject([
      'all_at_once',
      [{ type: 'EmailVerificationCode', verified: true }],
    ]);
    expect((await person.identify()).status).toBe(201);
  });
});

describe('several tabs', () => {
  test('return a usable error code to the other tab after a restart, and drop its state', async () => {
    const { username } = await somebody();
    const person = await arrived();
    const { body } = await byPassword(person, username);
    await person.start('SignIn');
    const lost = await person.identify(body.verificationId);
    expect([lost.status, lost.code]).toEqual([404, 'session.verification_session_not_found']);
    expect((await person.submit()).code).toBe('session.identifier_not_found');
  });

  test('reject a slow step from before a restart', async () => {
    const { username } = await somebody();
    const person = await arrived();
    // The step has read its sign-in and waits for other password hashes while the sign-in is restarted.
    const { promise: end, resolve: release } = Promise.withResolvers<void>();
    const { running, spare } = hashLimits;
    const tenants = [...Array<string>(running).fill('one'), ...Array<string>(spare).fill('two')];
    const held = tenants.map((tenantId) => hashFor(tenantId, () => end));
    const step = byPassword(person, username);
    await expect.poll(waitingHashes).toBe(1);
    const restarted = await person.start('Register');
    release();
    await Promise.all(held);
    const slow = await step;
    expect([restarted.status, slow.status, slow.code]).toEqual([204, 404, 'session.interaction_not_found']);
    const { interactionEvent, verificationRecords } = (await person.step('GET', '/interaction')).body;
    expect([interactionEvent, verificationRecords]).toEqual(['Register', []]);
  });

  test('cannot identify two users in one sign-in', async () => {
    const [one, two] = [await somebody(), await somebody()];
    const person = await arrived();
    await person.identify((await byPassword(person, one.username)).body.verificationId);
    const other = await byPassword(person, two.username);
    const { status, code } = await person.identify(other.body.verificationId);
    expect([status, code]).toEqual([409, 'session.identity_conflict']);
    await person.step('PUT', '/interaction-event', { interactionEvent: 'Register' });
    expect((await person.identify()).code).toBe('session.identity_conflict');
  });
});

describe('rejects', () => {
  test('a sign-in that was never started or has expired', async () => {
    const stranger = visitor(app);
    const none = await stranger.start('SignIn');
    expect([none.status, none.code]).toEqual([400, 'session.not_found']);
    const person = visitor(app);
    await person.arrive();
    const early = await person.submit();
    expect([early.status, early.code]).toEqual([404, 'session.interaction_not_found']);
    await person.start('SignIn');
    await app.write('default', (db) =>
      sql`update oidc_models set expires_at = now() - interval '1 minute' where model = 'Interaction'`.execute(db),
    );
    const late = await person.submit();
    expect([late.status, late.code]).toEqual([400, 'session.not_found']);
  });

  test('the session in which a second sign-in started', async () => {
    const { username, id } = await somebody();
    const person = await arrived();
    await person.identify((await byPassword(person, username)).body.verificationId);
    await person.follow((await person.submit()).body.redirectTo);
    await person.arrive({ prompt: 'login' });
    await person.start('SignIn');
    await app.write('default', (db) => db.deleteFrom('oidc_models').where('account_id', '=', id).execute());
    const { status, code } = await byPassword(person, username);
    expect([status, code]).toEqual([400, 'session.not_found']);
    expect(await person.arrive()).toContain('/sign-in');
  });

  test('an account that was suspended or deleted between two steps', async () => {
    const { username, id } = await somebody();
    const person = await arrived();
    await person.identify((await byPassword(person, username)).body.verificationId);
    await app.call(usersApi.setSuspended, { token, params: { userId: id }, body: { isSuspended: true } });
    const suspended = await person.submit();
    expect([suspended.status, suspended.code]).toEqual([401, 'user.suspended']);
    await app.call(usersApi.remove, { token, params: { userId: id } });
    const gone = await person.submit();
    expect([gone.status, gone.code]).toEqual([404, 'session.identifier_not_found']);
  });
});

test('rejects the interaction, proofs and codes of another tenant', async () => {
  const cloud = await testApp({ EDITION: 'cloud' });
  const person = visitor(cloud, 'admin');
  await person.arrive({ client_id: 'admin-console', redirect_uri: `${cloud.app.endpointOf('admin')}/callback` });
  expect((await person.start('SignIn')).status).toBe(204);
  const stranger = visitor(cloud, 'default');
  for (const [name, value] of person.cookies) {
    stranger.cookies.set(name, value).set(name.replace('_admin_', '_default_'), value);
  }
  const { status, code } = await stranger.start('SignIn');
  expect([status, code].toString()).toMatch(/400,session.not_found|404,request.not_found/);
  await cloud.close();
});
