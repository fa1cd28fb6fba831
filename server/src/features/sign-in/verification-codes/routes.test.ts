import { verificationCodesApi } from '@postern/contracts/sign-in/verification-codes';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { changeSettings, forgetPauses, lastMessage, visitor } from '#testing/sign-in';
import { type TestApp, testApp } from '#testing/test-app';
import { consoleTokens } from '#testing/tokens';
import { deleteOldCodes } from './store.ts';

let app: TestApp;
let token: string;

beforeAll(async () => {
  app = await testApp();
  token = await app.managementToken();
});
afterAll(() => app.close());

type Address = { email: string } | { phone: string };
const request = async (body: Address) => (await app.call(verificationCodesApi.request, { token, body })).status;
const verify = async (body: Address & { verificationCode: string }) => {
  const answer = await app.call(verificationCodesApi.verify, { token, body });
  return [answer.status, (answer.body as { code?: string } | undefined)?.code].filter(Boolean);
};
const wrongFor = (code: string) => (code === '000000' ? '111111' : '000000');

describe('a code of the management API', () => {
  test.each([
    ['an e-mail address', { email: 'Check@Example.com' }, 'check@example.com'],
    ['a phone number', { phone: '4915123456789' }, '4915123456789'],
  ] as const)('is sent to %s and works once', async (_, address, recipient) => {
    expect(await request(address)).toBe(204);
    const { code, templateType, link } = await lastMessage(app, recipient);
    expect([templateType, link]).toEqual(['Generic', null]);
    expect(await verify({ ...address, verificationCode: wrongFor(code) })).toEqual([
      400,
      'verification_code.code_mismatch',
    ]);
    expect(await verify({ ...address, verificationCode: code })).toEqual([204]);
    expect(await verify({ ...address, verificationCode: code })).toEqual([400, 'verification_code.not_found']);
  });

  test('of more than six characters is invalid input', async () => {
    const wrong = [400, 'guard.invalid_input'];
    expect(await verify({ email: 'long@example.com', verificationCode: '1234567' })).toEqual(wrong);
    expect(await verify({ phone: '491234567', verificationCode: '1234567' })).toEqual(wrong);
  });

  test('is invalidated by a new one, after ten attempts, and after ten minutes', async () => {
    const email = 'again@example.com';
    await request({ email });
    const first = await lastMessage(app, email);
    await request({ email });
    const second = await lastMessage(app, email);
    if (first.code !== second.code) {
      expect(await verify({ email, verificationCode: first.code })).toEqual([400, 'verification_code.code_mismatch']);
    }
    for (let attempt = first.code === second.code ? 0 : 1; attempt < 10; attempt += 1) {
      await verify({ email, verificationCode: wrongFor(second.code) });
    }
    expect(await verify({ email, verificationCode: second.code })).toEqual([400, 'verification_code.exceed_max_try']);
    await request({ email });
    const third = await lastMessage(app, email);
    await app.write('default', (db) => db.updateTable('passcodes').set({ expires_at: '2020-01-01' }).execute());
    expect(await verify({ email, verificationCode: third.code })).toEqual([400, 'verification_code.expired']);
    await app.app.tenancy.system(deleteOldCodes);
    expect(await app.read('default', (db) => db.selectFrom('passcodes').select('id').execute())).toEqual([]);
  });

  test('is valid for this address only, and not in a sign-in', async () => {
    const email = 'bound@example.com';
    await request({ email });
    const { code } = await lastMessage(app, email);
    expect(await verify({ email: 'other@example.com', verificationCode: code })).toEqual([
      400,
      'verification_code.not_found',
    ]);
    const person = visitor(app);
    await person.arrive();
    await person.start('SignIn');
    const identifier = { type: 'email', value: email };
    const sent = await person.step('POST', '/verification/verification-code', {
      identifier,
      interactionEvent: 'SignIn',
    });
    const { code: own } = await lastMessage(app, email);
    if (own !== code) {
      const { verificationId } = sent.body;
      const answer = await person.step('POST', '/verification/verification-code/verify', {
        identifier,
        verificationId,
        code,
      });
      expect(answer.code).toBe('verification_code.code_mismatch');
      expect(await verify({ email, verificationCode: own })).toEqual([400, 'verification_code.code_mismatch']);
    }
    expect(await verify({ email, verificationCode: code })).toEqual([204]);
  });

  test('is rate limited like other guesses (attack 29)', async () => {
    await changeSettings(app, { sentinelPolicy: { maxAttempts: 4, lockoutDuration: 5 } });
    const email = 'guessed@example.com';
    await request({ email });
    const { code } = await lastMessage(app, email);
    const guesses = await Promise.all(
      Array.from({ length: 9 }, () => verify({ email, verificationCode: wrongFor(code) })),
    );
    expect(guesses.filter(([, error]) => error === 'verification_code.code_mismatch')).toHaveLength(3);
    expect(await verify({ email, verificationCode: code })).toEqual([
      400,
      'session.verification_blocked_too_many_attempts',
    ]);
    await changeSettings(app, { sentinelPolicy: {} });
  });

  test('can be requested again immediately, up to five in half a minute', async () => {
    const email = 'again@example.com';
    await forgetPauses(app);
    const statuses: number[] = [];
    for (let count = 0; count < 6; count += 1) {
      statuses.push((await app.call(verificationCodesApi.request, { token, body: { email } })).status);
    }
    expect(statuses).toEqual([204, 204, 204, 204, 204, 429]);
  });

  test('that could not be sent stays: what is tried is a wrong code (observed 2, row 36)', async () => {
    const production = await testApp({ NODE_ENV: 'production' });
    const bearer = { token: await production.managementToken() };
    const email = 'unsent@example.com';
    const sent = await production.call(verificationCodesApi.request, { ...bearer, body: { email } });
    expect([sent.status, sent.body]).toMatchObject([501, { code: 'connector.not_found' }]);
    // Six characters that are no code.
    const tried = await production.call(verificationCodesApi.verify, {
      ...bearer,
      body: { email, verificationCode: 'abcdef' },
    });
    expect([tried.status, tried.body]).toMatchObject([400, { code: 'verification_code.code_mismatch' }]);
    await production.close();
  });

  test('is sent to any digits as given', async () => {
    await app.call(verificationCodesApi.request, { token, body: { phone: '1234567890' } });
    const { code } = await lastMessage(app, '1234567890');
    expect(await verify({ phone: '1234567890', verificationCode: code })).toEqual([204]);
  });

  test.each([
    ['nothing', {}],
    ['both', { email: 'a@example.com', phone: '4915123456789' }],
    ['no address', { email: 'x' }],
    ['a second header', { email: 'a@example.com\r\nBcc: b@example.com' }],
    ['letters as a number', { phone: 'abc' }],
  ])('%s is a 400', async (_, body) => {
    const { status } = await app.call(verificationCodesApi.request, { token, body: body as { email: string } });
    expect(status).toBe(400);
  });
});

test('is hidden from another tenant', async () => {
  const cloud = await testApp({ EDITION: 'cloud' });
  const [one, two] = [await consoleTokens(cloud, 'one'), await consoleTokens(cloud, 'two')];
  const [mine, theirs] = [await one.createTenant('Mine'), await two.createTenant('Theirs')];
  const [myToken, theirToken] = [await cloud.managementToken(mine), await cloud.managementToken(theirs)];
  const email = 'same@example.com';
  await cloud.call(verificationCodesApi.request, { token: myToken, tenantId: mine, body: { email } });
  const { code } = await lastMessage(cloud, email, mine);
  const body = { email, verificationCode: code };
  const theirTry = await cloud.call(verificationCodesApi.verify, { token: theirToken, tenantId: theirs, body });
  expect(theirTry.body).toMatchObject({ code: 'verification_code.not_found' });
  expect((await cloud.call(verificationCodesApi.verify, { token: myToken, tenantId: mine, body })).status).toBe(204);
  await forgetPauses(cloud, mine);
  await cloud.close();
});
