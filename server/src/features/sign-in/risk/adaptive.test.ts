import { randomBytes } from 'node:crypto';
import { signInExperienceApi } from '@postern/contracts/experience/sign-in-experience-settings';
import { signInProtectionApi } from '@postern/contracts/experience/sign-in-protection';
import { auditApi } from '@postern/contracts/records/audit';
import { webhooksApi } from '@postern/contracts/records/webhooks';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { flushLogs } from '#features/records/audit';
import { addTotp, codeNow, createPerson, factorPassword, identified } from '#testing/factors';
import { changeSettings, type Visitor, visitor, ways } from '#testing/sign-in';
import { type TestApp, testApp } from '#testing/test-app';
import { type Receiver, startReceiver } from '../../records/webhooks/testing.ts';

let app: TestApp;
let token: string;
let receiver: Receiver;
const adaptive = {
  mfa: { factors: ['Totp' as const], policy: 'PromptAtSignInAndSignUpMandatory' as const },
  adaptiveMfa: { enabled: true },
};
const off = { mfa: { factors: [], policy: 'NoPrompt' as const }, adaptiveMfa: { enabled: false } };

beforeAll(async () => {
  app = await testApp({
    SECRET_VAULT_KEK: randomBytes(32).toString('base64'),
    ALLOW_PRIVATE_EGRESS: 'true',
    TRUST_PROXY: '1',
  });
  token = await app.managementToken();
  receiver = await startReceiver();
  await changeSettings(app, {
    signIn: ways({ identifier: 'username', password: true }),
    signUp: { identifiers: ['username'], password: true, verify: false },
    signInMode: 'SignInAndRegister',
  });
});
afterAll(async () => {
  receiver.close();
  await app.close();
});
beforeEach(() => changeSettings(app, adaptive));

const answer = ({ status, code }: { status: number; code: string | undefined }) => [status, code];
const asked = [403, 'session.mfa.require_mfa_verification'];
const submitFrom = (person: Visitor, country: string, more = {}) =>
  person.step('POST', '/submit', undefined, { 'x-logto-cf-country': country, ...more });

async function placeOf(userId: string) {
  const { place } = await app.read('default', (db) =>
    db.selectFrom('users').select('last_sign_in_place as place').where('id', '=', userId).executeTakeFirstOrThrow(),
  );
  return place as { country?: string; countries?: { country: string }[] } | null;
}

/** Has a factor and has signed in before. */
async function knownPerson(ago = '1 day') {
  const person = await createPerson(app);
  const secret = await addTotp(app, person.id, token);
  const place = { country: 'DE', countries: [{ country: 'DE', lastSignInAt: new Date().toISOString() }] };
  await app.write('default', (db) =>
    sql`update users set last_sign_in_at = now() - ${ago}::interval, last_sign_in_place = ${JSON.stringify(place)}::jsonb
      where id = ${person.id}`.execute(db),
  );
  return { ...person, secret };
}

describe('the settings', () => {
  const change = async (body: object) => {
    const { status, body: given } = await app.call(signInExperienceApi.update, { token, body });
    return [status, status === 200 ? given.adaptiveMfa : (given as { code?: string }).code];
  };
  const prefix = 'sign_in_experiences.';

  test('need a factor and a policy that nobody can skip', async () => {
    await changeSettings(app, off);
    const { mfa, adaptiveMfa } = adaptive;
    expect(await change({ adaptiveMfa })).toEqual([422, `${prefix}adaptive_mfa_requires_mfa`]);
    expect(await change({ mfa: { factors: ['Totp'], policy: 'Mandatory' }, adaptiveMfa })).toEqual([
      422,
      `${prefix}adaptive_mfa_requires_non_skippable_policy`,
    ]);
    expect(await change({ mfa })).toEqual([422, `${prefix}non_adaptive_mfa_requires_skippable_policy`]);
    expect(await change({ mfa, adaptiveMfa: { enabled: false } })).toEqual([
      422,
      `${prefix}non_adaptive_mfa_requires_skippable_policy`,
    ]);
    expect(await change({ mfa, adaptiveMfa: { enabled: true, rules: [] } })).toEqual([400, 'guard.invalid_input']);
    expect(await change({ mfa, adaptiveMfa })).toEqual([200, { enabled: true }]);
    expect(await change({ mfa: { factors: ['Totp'], policy: 'NoPrompt' } })).toEqual([
      422,
      `${prefix}adaptive_mfa_requires_non_skippable_policy`,
    ]);
    expect(await change({ mfa: { ...mfa, policy: 'PromptOnlyAtSignInMandatory' } })).toEqual([200, { enabled: true }]);
    expect(await change({ signInMode: 'SignInAndRegister' })).toEqual([200, { enabled: true }]);
    expect(await change({ mfa: { factors: [], policy: 'NoPrompt' } })).toEqual([200, { enabled: false }]);
  });
});

describe('a sign-in', () => {
  test('that is usual needs no factor, but changes of the factors do', async () => {
    const { id, username } = await knownPerson();
    const person = await identified(app, username);
    expect(answer(await person.step('POST', '/verification/totp/secret'))).toEqual(asked);
    expect((await submitFrom(person, 'de')).status).toBe(200);
    expect(await placeOf(id)).toMatchObject({ country: 'DE', countries: [{ country: 'DE' }] });
  });

  test('from a new country needs one; the country is stored only after it', async () => {
    const { id, username, secret } = await knownPerson();
    const person = await identified(app, username);
    const { body } = await person.step('GET', '/interaction', undefined, { 'x-logto-cf-country': 'NO' });
    expect(body.signInContext).toEqual({ country: 'NO' });
    const refused = await submitFrom(person, 'NO', { 'x-logto-cf-latitude': '59.91', 'x-logto-cf-longitude': '10.75' });
    expect(answer(refused)).toEqual(asked);
    expect(refused.body.data.availableFactors).toEqual(['Totp']);
    expect((await placeOf(id))?.country).toBe('DE');
    // It stays so for the whole sign-in, whatever the next request says.
    expect(answer(await submitFrom(person, 'DE'))).toEqual(asked);
    await person.step('POST', '/verification/totp/verify', { code: codeNow(secret) });
    expect((await submitFrom(person, 'NO')).status).toBe(200);
    expect((await placeOf(id))?.countries?.map(({ country }) => country)).toEqual(['NO', 'DE']);
    expect((await submitFrom(await identified(app, username), 'NO')).status).toBe(200);
  });

  test('after a long time needs one, also without a proxy; the log has the reasons', async () => {
    const { id, username } = await knownPerson('40 days');
    const person = await identified(app, username);
    expect(answer(await person.submit())).toEqual(asked);
    await flushLogs(app.app);
    const query = { userId: id, logKey: 'Interaction.SignIn.Submit', page: '1', page_size: '1' };
    const { body } = await app.call(auditApi.list, { token, query });
    expect(body[0]?.payload).toMatchObject({
      result: 'Error',
      adaptiveMfaContext: {},
      adaptiveMfaResult: { requiresMfa: true, triggeredRules: [{ rule: 'long_inactivity' }] },
    });
  });

  test('is asked for one factor only, if the risk policy asks too', async () => {
    await app.call(signInProtectionApi.update, { token, body: { risk: { medium: 'askFactor', high: 'askFactor' } } });
    const { username, secret } = await knownPerson();
    const person = await identified(app, username);
    expect(answer(await submitFrom(person, 'NO'))).toEqual(asked);
    await person.step('POST', '/verification/totp/verify', { code: codeNow(secret) });
    expect((await submitFrom(person, 'NO')).status).toBe(200);
    await app.call(signInProtectionApi.update, { token, body: { risk: { medium: 'allow', high: 'allow' } } });
  });

  test('without a factor has to set one up', async () => {
    const { username } = await createPerson(app);
    const person = await identified(app, username);
    const missing = await submitFrom(person, 'DE');
    expect([...answer(missing), missing.body.data]).toEqual([422, 'user.missing_mfa', { availableFactors: ['Totp'] }]);
    expect(answer(await person.step('POST', '/profile/mfa/mfa-skipped'))).toEqual([
      422,
      'session.mfa.mfa_policy_not_user_controlled',
    ]);
  });

  test('of a new user stores their first country', async () => {
    await changeSettings(app, { mfa: { factors: ['Totp'], policy: 'PromptOnlyAtSignInMandatory' } });
    const person = visitor(app);
    await person.arrive();
    await person.start('Register');
    await person.step('POST', '/profile', { type: 'username', value: 'new_from_norway' });
    await person.step('POST', '/profile', { type: 'password', value: factorPassword });
    await person.identify();
    const { userId } = (await person.step('GET', '/interaction')).body;
    expect((await submitFrom(person, 'NO')).status).toBe(200);
    expect(await placeOf(userId)).toMatchObject({ country: 'NO', countries: [{ country: 'NO' }] });
  });

  test('is not judged while they are off', async () => {
    await changeSettings(app, off);
    const { id, username } = await knownPerson('40 days');
    expect((await submitFrom(await identified(app, username), 'NO')).status).toBe(200);
    expect((await placeOf(id))?.country).toBe('DE');
  });
});

test('a webhook learns that a rule has asked, although the sign-in did not succeed', async () => {
  const { id, username, secret } = await knownPerson();
  await app.worker.drain();
  receiver.clear();
  const events = ['PostSignInAdaptiveMfaTriggered' as const];
  await app.call(webhooksApi.create, { token, body: { events, config: { url: receiver.url } } });
  const person = await identified(app, username);
  await submitFrom(person, 'NO');
  await person.step('POST', '/verification/totp/verify', { code: codeNow(secret) });
  expect((await submitFrom(person, 'NO')).status).toBe(200);
  await app.worker.drain();
  expect(receiver.received.map(({ json }) => json)).toMatchObject([
    {
      event: 'PostSignInAdaptiveMfaTriggered',
      interactionEvent: 'SignIn',
      sessionId: expect.any(String),
      userId: id,
      user: { id },
      adaptiveMfaResult: {
        requiresMfa: true,
        triggeredRules: [{ rule: 'new_country', details: { currentCountry: 'NO', windowDays: 180 } }],
      },
    },
  ]);
});
