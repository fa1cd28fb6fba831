import { oneTimeTokensApi } from '@postern/contracts/access/one-time-tokens';
import { usersApi } from '@postern/contracts/people/users';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { changeSettings, type Visitor, visitor, ways } from '#testing/sign-in';
import { type TestApp, testApp } from '#testing/test-app';
import { consoleTokens } from '#testing/tokens';

let app: TestApp;
let token: string;

beforeAll(async () => {
  app = await testApp();
  token = await app.managementToken();
});
afterAll(() => app.close());

let count = 0;
async function issue(more: object = {}) {
  count += 1;
  const email = `invited${count}@example.com`;
  const { status, body } = await app.call(oneTimeTokensApi.create, { token, body: { email, ...more } });
  expect(status).toBe(201);
  return body;
}
const verify = async (body: { token: string; email: string }) => {
  const answer = await app.call(oneTimeTokensApi.verify, { token, body });
  return [answer.status, (answer.body as { code?: string; status?: string }).code ?? answer.body.status];
};
const setStatus = async (id: string, status: 'active' | 'consumed' | 'revoked' | 'expired') => {
  const answer = await app.call(oneTimeTokensApi.setStatus, { token, params: { id }, body: { status } });
  return [answer.status, (answer.body as { code?: string }).code ?? answer.body.status];
};
const runOut = (id: string) =>
  app.write('default', (db) => sql`update one_time_tokens set expires_at = now() where id = ${id}`.execute(db));

describe('the management API', () => {
  test('creates, reads, lists, filters and deletes tokens', async () => {
    const made = await issue({ context: { jitOrganizationIds: ['org'] }, expiresIn: 60 });
    expect(made).toMatchObject({ tenantId: 'default', status: 'active', context: { jitOrganizationIds: ['org'] } });
    expect(made.token).toHaveLength(32);
    expect(Math.abs(made.expiresAt - made.createdAt - 60_000)).toBeLessThan(2000);
    expect((await app.call(oneTimeTokensApi.get, { token, params: { id: made.id } })).body).toEqual(made);
    const other = await issue();
    expect(Math.abs(other.expiresAt - other.createdAt - 600_000)).toBeLessThan(2000);
    const list = async (query: Record<string, string>) =>
      (await app.call(oneTimeTokensApi.list, { token, query })).body;
    expect((await list({})).map(({ id }) => id).slice(0, 2)).toEqual([other.id, made.id]);
    expect(await list({ email: made.email.toUpperCase() })).toEqual([made]);
    expect(await list({ status: 'revoked' })).toEqual([]);
    const paged = await app.call(oneTimeTokensApi.list, { token, query: { page: '1', page_size: '1' } });
    expect([paged.body, Number(paged.headers['total-number']) >= 2]).toEqual([[other], true]);
    expect((await app.call(oneTimeTokensApi.remove, { token, params: { id: made.id } })).status).toBe(204);
    expect((await app.call(oneTimeTokensApi.remove, { token, params: { id: made.id } })).status).toBe(404);
    expect((await app.call(oneTimeTokensApi.get, { token, params: { id: made.id } })).body).toMatchObject({
      code: 'entity.not_exists_with_id',
    });
  });

  test('a token can be used once, even by concurrent requests', async () => {
    const made = await issue();
    const answers = await Promise.all(
      Array.from({ length: 10 }, () => verify({ email: made.email, token: made.token })),
    );
    expect(answers.filter(([status]) => status === 200)).toEqual([[200, 'consumed']]);
    expect(new Set(answers.filter(([status]) => status !== 200).map(([, code]) => code))).toEqual(
      new Set(['one_time_token.token_consumed']),
    );
  });

  test('reports what is wrong with a token', async () => {
    const made = await issue();
    const { email } = made;
    expect(await verify({ email, token: 'x'.repeat(32) })).toEqual([404, 'one_time_token.token_not_found']);
    expect(await verify({ email: 'else@example.com', token: made.token })).toEqual([
      400,
      'one_time_token.email_mismatch',
    ]);
    expect(await setStatus(made.id, 'revoked')).toEqual([200, 'revoked']);
    expect(await verify({ email, token: made.token })).toEqual([400, 'one_time_token.token_revoked']);
    expect(await setStatus(made.id, 'active')).toEqual([400, 'one_time_token.cannot_reactivate_token']);
    expect(await setStatus('nowhere', 'revoked')).toEqual([404, 'entity.not_exists_with_id']);
    const late = await issue();
    await runOut(late.id);
    expect(await verify({ email: late.email, token: late.token })).toEqual([400, 'one_time_token.token_expired']);
    const { body } = await app.call(oneTimeTokensApi.get, { token, params: { id: late.id } });
    expect(body.status).toBe('expired');
  });

  test('a token is expired after its time, even if it was never tried', async () => {
    const [late, fresh] = [await issue(), await issue()];
    await runOut(late.id);
    const { body } = await app.call(oneTimeTokensApi.get, { token, params: { id: late.id } });
    expect(body).toEqual({ ...late, status: 'expired', expiresAt: body.expiresAt });
    const listed = async (status: string) =>
      (await app.call(oneTimeTokensApi.list, { token, query: { status, page: '1', page_size: '100' } })).body.map(
        ({ id }) => id,
      );
    expect(await listed('expired')).toContain(late.id);
    expect(await listed('expired')).not.toContain(fresh.id);
    expect(await listed('active')).toContain(fresh.id);
    expect(await listed('active')).not.toContain(late.id);
  });

  test('a new token marks expired ones of the same address', async () => {
    const late = await issue();
    await runOut(late.id);
    await app.call(oneTimeTokensApi.create, { token, body: { email: late.email } });
    const { body } = await app.call(oneTimeTokensApi.get, { token, params: { id: late.id } });
    expect(body.status).toBe('expired');
  });

  test('throttles guesses for one address (attack 29)', async () => {
    await changeSettings(app, { sentinelPolicy: { maxAttempts: 3, lockoutDuration: 5 } });
    const made = await issue();
    const guesses = await Promise.all(
      Array.from({ length: 8 }, () => verify({ email: made.email, token: 'y'.repeat(32) })),
    );
    expect(guesses.filter(([status]) => status === 404)).toHaveLength(2);
    expect(await verify({ email: made.email, token: made.token })).toEqual([
      400,
      'session.verification_blocked_too_many_attempts',
    ]);
    await changeSettings(app, { sentinelPolicy: {} });
  });

  test('records changes in the audit log without the token', async () => {
    const made = await issue();
    await setStatus(made.id, 'revoked');
    const events = await app.read('default', (db) =>
      db.selectFrom('outbox').select(['name', 'data']).where('subject_id', '=', made.id).execute(),
    );
    const logged = await app.read('default', (db) => db.selectFrom('logs').select(['key', 'payload']).execute());
    const text = JSON.stringify([events, logged]);
    expect(text).toContain('OneTimeToken.Created');
    expect(text).not.toContain(made.token);
  });

  test('another tenant sees nothing', async () => {
    const cloud = await testApp({ EDITION: 'cloud' });
    const [one, two] = [await consoleTokens(cloud, 'one'), await consoleTokens(cloud, 'two')];
    const [mine, theirs] = [await one.createTenant('Mine'), await two.createTenant('Theirs')];
    const [myToken, theirToken] = [await cloud.managementToken(mine), await cloud.managementToken(theirs)];
    const { body: made } = await cloud.call(oneTimeTokensApi.create, {
      token: myToken,
      tenantId: mine,
      body: { email: 'a@example.com' },
    });
    const their = { token: theirToken, tenantId: theirs };
    expect((await cloud.call(oneTimeTokensApi.list, their)).body).toEqual([]);
    expect((await cloud.call(oneTimeTokensApi.get, { ...their, params: { id: made.id } })).status).toBe(404);
    const used = await cloud.call(oneTimeTokensApi.verify, {
      ...their,
      body: { email: 'a@example.com', token: made.token },
    });
    expect(used.status).toBe(404);
    await cloud.close();
  });
});

describe('sign-in with a one-time token', () => {
  beforeEach(() =>
    changeSettings(app, {
      signIn: ways({ identifier: 'username', password: true }),
      signUp: { identifiers: ['username'], password: false, verify: false },
      signInMode: 'SignInAndRegister',
    }),
  );

  async function arrived(params: Record<string, string> = {}): Promise<Visitor> {
    const person = visitor(app);
    await person.arrive(params);
    await person.start('SignIn');
    return person;
  }
  const use = (person: Visitor, made: { email: string; token: string }) =>
    person.step('POST', '/verification/one-time-token/verify', {
      identifier: { type: 'email', value: made.email },
      token: made.token,
    });

  test('signs in the owner of the address, even if email sign-in is off', async () => {
    const made = await issue();
    const { body: user } = await app.call(usersApi.create, {
      token,
      body: { username: 'invited', primaryEmail: made.email },
    });
    const person = await arrived();
    const { status, body } = await use(person, made);
    expect(status).toBe(200);
    expect((await use(person, made)).code).toBe('one_time_token.token_consumed');
    expect((await person.identify(body.verificationId)).status).toBe(204);
    expect((await person.step('GET', '/interaction')).body).toMatchObject({
      userId: user.id,
      verificationRecords: [{ type: 'OneTimeToken', verified: true, identifier: { type: 'email', value: made.email } }],
    });
    expect((await person.submit()).status).toBe(200);
  });

  test('registers a new user even if registration is off, but still requires the mandatory fields', async () => {
    await changeSettings(app, { signInMode: 'SignIn' });
    const made = await issue();
    const person = await arrived();
    const { verificationId } = (await use(person, made)).body;
    expect((await person.identify(verificationId)).code).toBe('user.user_not_exist');
    expect((await person.step('PUT', '/interaction-event', { interactionEvent: 'Register' })).status).toBe(204);
    expect((await person.identify(verificationId)).body.data).toEqual({ missingProfile: ['username'] });
    await person.step('POST', '/profile', { type: 'username', value: 'by_token' });
    expect((await person.identify()).status).toBe(201);
    const { userId } = (await person.step('GET', '/interaction')).body;
    expect((await person.submit()).status).toBe(200);
    const { body } = await app.call(usersApi.get, { token, params: { userId } });
    expect([body.primaryEmail, body.username]).toEqual([made.email, 'by_token']);
  });

  test('opens closed registration for its own address only', async () => {
    await changeSettings(app, {
      signInMode: 'SignIn',
      signUp: { identifiers: ['username'], password: true, verify: false },
    });
    const made = await issue();
    const person = await arrived();
    const { verificationId } = (await use(person, made)).body;
    await person.step('PUT', '/interaction-event', { interactionEvent: 'Register' });
    const identity = { identifier: { type: 'username', value: 'uninvited' }, password: 'a long enough secret' };
    const proposed = (await person.step('POST', '/verification/new-password-identity', identity)).body;
    const refused = [403, 'auth.forbidden'];
    const stranger = await person.identify(proposed.verificationId);
    expect([stranger.status, stranger.code]).toEqual(refused);
    // Another address in place of the invited one.
    expect((await person.identify(verificationId)).code).toBe('user.missing_profile');
    const other = await person.proveAddress('Register', 'email', 'uninvited@example.com');
    expect((await person.step('POST', '/profile', { type: 'email', verificationId: other })).status).toBe(204);
    const replaced = await person.identify(proposed.verificationId);
    expect([replaced.status, replaced.code]).toEqual(refused);
    const { body: found } = await app.call(usersApi.list, { token, query: { search: '%uninvited%' } });
    expect(found).toEqual([]);
  });

  test('opens closed sign-in for its own address only', async () => {
    const password = 'a long enough secret';
    await app.call(usersApi.create, { token, body: { username: 'shut_out', password } });
    await changeSettings(app, { signInMode: 'Register' });
    const person = await arrived();
    await use(person, await issue());
    const identifier = { type: 'username', value: 'shut_out' };
    const { body } = await person.step('POST', '/verification/password', { identifier, password });
    const refused = await person.identify(body.verificationId);
    expect([refused.status, refused.code]).toEqual([403, 'auth.forbidden']);
  });

  test('redirects the request to its page with token and address only', async () => {
    const made = await issue();
    const location = await visitor(app).arrive({ one_time_token: made.token, login_hint: made.email });
    const url = new URL(location, 'http://core.test');
    expect([url.host, url.pathname, Object.fromEntries(url.searchParams)]).toEqual([
      'core.test',
      '/one-time-token',
      {
        app_id: 'demo-app',
        interaction: expect.any(String),
        login_hint: made.email,
        one_time_token: made.token,
      },
    ]);
  });

  test('continues and consumes the token if its user is signed in; shows a question to any other user', async () => {
    const [made, foreign] = [await issue(), await issue()];
    await app.call(usersApi.create, {
      token,
      body: { username: 'already', primaryEmail: made.email, password: 'a long enough secret' },
    });
    const person = await arrived();
    const { body } = await person.step('POST', '/verification/password', {
      identifier: { type: 'username', value: 'already' },
      password: 'a long enough secret',
    });
    await person.identify(body.verificationId);
    await person.follow((await person.submit()).body.redirectTo);
    expect(await person.arrive({ one_time_token: made.token, login_hint: made.email.toUpperCase() })).toContain(
      'code=',
    );
    expect(await verify({ email: made.email, token: made.token })).toEqual([400, 'one_time_token.token_consumed']);
    expect(await person.arrive({ one_time_token: foreign.token, login_hint: foreign.email })).toMatch(
      /^\/switch-account\?/,
    );
    expect((await app.call(oneTimeTokensApi.get, { token, params: { id: foreign.id } })).body.status).toBe('active');
    // After switching, they are signed in.
    await person.start('SignIn');
    const { verificationId } = (await use(person, foreign)).body;
    await person.step('PUT', '/interaction-event', { interactionEvent: 'Register' });
    await person.step('POST', '/profile', { type: 'username', value: 'switched' });
    expect((await person.identify(verificationId)).status).toBe(201);
    expect((await person.submit()).status).toBe(200);
  });

  test('a token for one interaction is refused in another, without being used up', async () => {
    const made = await issue({ context: { interactionEvent: 'Register' } });
    const person = await arrived();
    const refused = await use(person, made);
    expect([refused.status, refused.code]).toEqual([400, 'one_time_token.interaction_event_mismatch']);
    // Checked last: a wrong address is a wrong address.
    expect((await use(person, { ...made, email: 'else@example.com' })).code).toBe('one_time_token.email_mismatch');
    await person.start('Register');
    const { body } = await use(person, made);
    // Proven for a registration, it does not sign in either.
    await person.step('PUT', '/interaction-event', { interactionEvent: 'SignIn' });
    expect((await person.identify(body.verificationId)).code).toBe('one_time_token.interaction_event_mismatch');
    await person.step('PUT', '/interaction-event', { interactionEvent: 'Register' });
    await person.step('POST', '/profile', { type: 'username', value: 'bound_token' });
    expect((await person.identify(body.verificationId)).status).toBe(201);
    // A used one is used, whatever it was for.
    const other = await arrived();
    expect((await use(other, made)).code).toBe('one_time_token.token_consumed');
  });

  test('the management API ignores what a token is for, and refuses an unknown purpose', async () => {
    const made = await issue({ context: { interactionEvent: 'ForgotPassword' } });
    expect(made.context).toEqual({ interactionEvent: 'ForgotPassword' });
    expect(await verify({ email: made.email, token: made.token })).toEqual([200, 'consumed']);
    const context = { interactionEvent: 'Elsewhere' } as never;
    const { status } = await app.call(oneTimeTokensApi.create, { token, body: { email: 'a@example.com', context } });
    expect(status).toBe(400);
  });

  describe('a link for a new password', () => {
    const password = 'a long enough secret';
    async function forgetful(more: object = {}) {
      const made = await issue({ context: { interactionEvent: 'ForgotPassword' }, ...more });
      const username = `forgetful${count}`;
      const { body } = await app.call(usersApi.create, {
        token,
        body: { username, primaryEmail: made.email, password },
      });
      return { made, username, userId: body.id };
    }
    const linkOf = ({ email, token: secret }: { email: string; token: string }) => ({
      first_screen: 'reset_password',
      one_time_token: secret,
      login_hint: email,
    });

    test('leads to its page with token and address, also while somebody is signed in', async () => {
      const { made, username } = await forgetful();
      const person = visitor(app);
      const url = new URL(await person.arrive(linkOf(made)), 'http://core.test');
      expect([url.pathname, url.searchParams.get('one_time_token'), url.searchParams.get('login_hint')]).toEqual([
        '/reset-password',
        made.token,
        made.email,
      ]);
      await person.start('SignIn');
      const proof = await person.step('POST', '/verification/password', {
        identifier: { type: 'username', value: username },
        password,
      });
      await person.identify(proof.body.verificationId);
      await person.follow((await person.submit()).body.redirectTo);
      expect(await person.arrive(linkOf(made))).toMatch(/^\/reset-password\?/);
      const { body } = await app.call(oneTimeTokensApi.get, { token, params: { id: made.id } });
      expect(body.status).toBe('active');
    });

    test('sets the password without any connector', async () => {
      const { made, userId } = await forgetful();
      const person = visitor(app);
      await person.arrive(linkOf(made));
      await person.start('ForgotPassword');
      const { body } = await use(person, made);
      expect((await person.identify(body.verificationId)).status).toBe(204);
      expect((await person.submit()).code).toBe('user.new_password_required_in_profile');
      const changed = 'another long secret';
      expect((await person.step('PUT', '/profile/password', { password: changed })).status).toBe(204);
      expect((await person.submit()).status).toBe(204);
      const check = async (given: string) =>
        (await app.call(usersApi.verifyPassword, { token, params: { userId }, body: { password: given } })).status;
      expect([await check(changed), await check(password)]).toEqual([204, 422]);
    });

    test('a link for signing in sets no password, nor does one that is for nothing particular', async () => {
      for (const context of [undefined, { interactionEvent: 'SignIn' }]) {
        const { made } = await forgetful({ context });
        const person = visitor(app);
        await person.arrive(linkOf(made));
        await person.start('ForgotPassword');
        const proof = await use(person, made);
        const refused = context ? proof : await person.identify(proof.body.verificationId);
        expect(refused.code).toBe(
          context ? 'one_time_token.interaction_event_mismatch' : 'session.not_supported_for_forgot_password',
        );
      }
    });
  });
});
