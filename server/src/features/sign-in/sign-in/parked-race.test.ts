import { applicationsApi } from '@postern/contracts/access/applications';
import { personalAccessTokensApi } from '@postern/contracts/access/personal-access-tokens';
import { usersApi } from '@postern/contracts/people/users';
import { tokenExchangeGrant, tokenTypes } from '@postern/contracts/wire';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { defaultSecretOf } from '#testing/clients';
import { asOwner } from '#testing/regions';
import { changeSettings, visitor, ways } from '#testing/sign-in';
import { type TestApp, testApp } from '#testing/test-app';
import { endSessionsOf } from '../../access/oidc/index.ts';

let app: TestApp;

beforeAll(async () => {
  app = await testApp();
  await changeSettings(app, {
    signIn: ways({ identifier: 'username', password: true }, { identifier: 'email', verificationCode: true }),
  });
});
afterAll(() => app.close());

/** Resolves when the work is done or waits for a lock. */
async function doneOrWaiting(work: Promise<unknown>): Promise<void> {
  let isDone = false;
  const end = () => {
    isDone = true;
  };
  work.then(end, end);
  const waiting = () =>
    asOwner(
      app.address,
      `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
    );
  await expect.poll(async () => isDone || (await waiting()).length > 0, { timeout: 20_000 }).toBe(true);
}

async function signedIn(username: string) {
  const password = 'known before the change';
  const token = await app.managementToken();
  const { id } = (await app.call(usersApi.create, { token, body: { username, password } })).body;
  const browser = visitor(app);
  await browser.arrive();
  await browser.start('SignIn');
  const identifier = { type: 'username', value: username };
  const { body: proof } = await browser.step('POST', '/verification/password', { identifier, password });
  await browser.identify(proof.verificationId);
  const { body } = await browser.submit();
  return { id, browser, redirectTo: body.redirectTo as string };
}

/** Does the work while all sessions of the user are being ended, and returns what is left afterwards. */
async function leftAfter(id: string, work: () => Promise<string>): Promise<string[]> {
  let working: Promise<string> | undefined;
  await app.write('default', async (db) => {
    await endSessionsOf(db, id);
    working = work();
    await doneOrWaiting(working);
  });
  await working;
  const left = await app.read('default', (db) =>
    db.selectFrom('oidc_models').select('model').where('account_id', '=', id).execute(),
  );
  return left.map(({ model }) => model);
}

describe('attack 53: while all sessions of a user are being ended', () => {
  test('a finished sign-in that is followed leaves no session and no code', async () => {
    const { id, browser, redirectTo } = await signedIn('follower');
    expect(await leftAfter(id, () => browser.follow(redirectTo))).toEqual([]);
    expect(await browser.arrive()).not.toContain('code=');
  });

  test('the exchange of a personal access token leaves no token and no grant', async () => {
    const token = await app.managementToken();
    const { id: userId } = (await app.call(usersApi.create, { token, body: { username: 'exchanger' } })).body;
    const oidcClientMetadata = { redirectUris: ['https://app.example/callback'], postLogoutRedirectUris: [] };
    const { id } = (
      await app.call(applicationsApi.create, {
        token,
        body: {
          name: 'Web',
          type: 'Traditional',
          oidcClientMetadata,
          customClientMetadata: { allowTokenExchange: true },
        },
      })
    ).body;
    const { value } = (
      await app.call(personalAccessTokensApi.create, { token, params: { userId }, body: { name: 'script' } })
    ).body;
    const form = { subject_token: value, subject_token_type: tokenTypes.personalAccessToken, scope: 'openid' };
    const exchange = async () => {
      const { statusCode, payload } = await app.core.inject({
        method: 'POST',
        url: '/oidc/token',
        headers: {
          authorization: `Basic ${btoa(`${id}:${await defaultSecretOf(app, token, id)}`)}`,
          'content-type': 'application/x-www-form-urlencoded',
        },
        payload: new URLSearchParams({ ...form, grant_type: tokenExchangeGrant }).toString(),
      });
      return `${statusCode} ${JSON.parse(payload).error ?? 'token'}`;
    };
    expect(await exchange()).toBe('200 token');
    let answer: string | undefined;
    const left = await leftAfter(userId, async () => {
      answer = await exchange();
      return answer;
    });
    expect([answer, left]).toEqual(['400 invalid_grant', []]);
    expect(await exchange()).toBe('200 token');
  });

  test('a request in a session leaves no grant and no code', async () => {
    const { id, browser, redirectTo } = await signedIn('asker');
    expect(await browser.follow(redirectTo)).toContain('code=');
    expect(await leftAfter(id, () => browser.arrive())).toEqual([]);
    expect(await browser.arrive()).not.toContain('code=');
  });
});

test('attack 53: a code for a claimed address does not prove the one that replaces it meanwhile', async () => {
  const [claimed, other] = ['claimed@example.com', 'other@example.com'];
  const token = await app.managementToken();
  const { id } = (await app.call(usersApi.create, { token, body: { primaryEmail: claimed } })).body;
  const claim = (email: string) =>
    sql`update users set primary_email = ${email}, email_verified_at = null where id = ${id}`;
  await app.write('default', (db) => claim(claimed).execute(db));
  const browser = visitor(app);
  await browser.arrive();
  await browser.start('SignIn');
  const proof = await browser.proveAddress('SignIn', 'email', claimed);
  let identified: ReturnType<typeof browser.identify> | undefined;
  await app.write('default', async (db) => {
    await claim(other).execute(db);
    identified = browser.identify(proof);
    await doneOrWaiting(identified);
  });
  expect(await identified).toMatchObject({ status: 404, code: 'session.interaction_not_found' });
  const [user] = await app.read('default', (db) =>
    db.selectFrom('users').select(['primary_email', 'email_verified_at']).where('id', '=', id).execute(),
  );
  expect(user).toEqual({ primary_email: other, email_verified_at: null });
});
