import { type CaptchaChallenge, captchaApi } from '@postern/contracts/experience/captcha';
import { wellKnownApi } from '@postern/contracts/experience/sign-in-experience';
import { signInExperienceApi } from '@postern/contracts/experience/sign-in-experience-settings';
import { solveChallenge } from 'altcha-lib';
import { deriveKey } from 'altcha-lib/algorithms/pbkdf2';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type TestApp, testApp } from '#testing/test-app';
import { type CaptchaVerdict, captchaConfigOf, verifyCaptchaToken } from './index.ts';
import { checkSolution, createPuzzle } from './proof-of-work.ts';

let app: TestApp;
let token: string;

const config = { type: 'ProofOfWork' as const, difficulty: 'Low' as const };
const enable = async (enabled: boolean) =>
  app.call(signInExperienceApi.update, { token, body: { captchaPolicy: { enabled } } });

beforeAll(async () => {
  app = await testApp();
  token = await app.managementToken();
  await app.call(captchaApi.save, { token, body: { config } });
  await enable(true);
});
afterAll(() => app.close());

const tokenOf = (given: unknown) => Buffer.from(JSON.stringify(given)).toString('base64');

async function solve(challenge: CaptchaChallenge) {
  const solution = await solveChallenge({ challenge, deriveKey });
  if (!solution) {
    throw new Error('The puzzle was not solved in time.');
  }
  return { counter: solution.counter, derivedKey: solution.derivedKey };
}

async function getPuzzle(): Promise<CaptchaChallenge> {
  const { status, body } = await app.call(captchaApi.challenge);
  expect(status).toBe(200);
  return body;
}

const verify = (given: string, tenantId = 'default'): Promise<CaptchaVerdict> =>
  verifyCaptchaToken(app.app, tenantId, config, given);

test('a solved puzzle is accepted once, even concurrently', async () => {
  const challenge = await getPuzzle();
  const solved = tokenOf({ challenge, solution: await solve(challenge) });
  const verdicts = await Promise.all(Array.from({ length: 5 }, () => verify(solved)));
  expect(verdicts.filter(({ success }) => success)).toHaveLength(1);
  expect(await verify(solved)).toEqual({ success: false, errorMessage: 'used before' });
});

test('a solution without the work is rejected', async () => {
  const challenge = await getPuzzle();
  const lazy = { counter: 1, derivedKey: challenge.parameters.keyPrefix.padEnd(64, '0') };
  expect(await verify(tokenOf({ challenge, solution: lazy }))).toEqual({ success: false, errorMessage: 'unsolved' });
});

test('an easier puzzle of the caller is rejected', async () => {
  const forged = await createPuzzle('a key of the caller', 'Low');
  const solution = await solve(forged);
  expect(await verify(tokenOf({ challenge: forged, solution }))).toEqual({ success: false, errorMessage: 'forged' });
  const challenge = await getPuzzle();
  const longer = { ...challenge, parameters: { ...challenge.parameters, expiresAt: 4_000_000_000 } };
  expect(await verify(tokenOf({ challenge: longer, solution }))).toMatchObject({ errorMessage: 'forged' });
});

test('an expired puzzle is rejected', async () => {
  const challenge = await getPuzzle();
  const late = { ...challenge, parameters: { ...challenge.parameters, expiresAt: 1_000_000_000 } };
  expect(await checkSolution('any', tokenOf({ challenge: late, solution: { counter: 1, derivedKey: '00' } }))).toEqual({
    reason: 'expired',
  });
});

test.each(['not base64 !', '', tokenOf(null), tokenOf({}), tokenOf({ challenge: {}, solution: {} })])(
  'the token %j is rejected and never an error',
  async (given) => {
    expect(await verify(given)).toEqual({ success: false, errorMessage: 'malformed' });
  },
);

test('the key is not in the responses, and is sealed in the database', async () => {
  const { body } = await app.call(captchaApi.get, { token });
  expect(body.config).toEqual(config);
  expect((await app.call(wellKnownApi.signInExperience)).body.captchaConfig).toEqual({ type: 'ProofOfWork' });
  const rows = await app.read('default', (db) => db.selectFrom('captcha_providers').select('challenge_key').execute());
  expect(rows[0]?.challenge_key).toMatch(/^v1\./);
});

test('a solution of one tenant is not accepted by another', async () => {
  const challenge = await getPuzzle();
  const admin = { tenantId: 'admin', token: await app.managementToken('admin') };
  await app.call(captchaApi.save, { ...admin, body: { config } });
  expect(await verify(tokenOf({ challenge, solution: await solve(challenge) }), 'admin')).toMatchObject({
    errorMessage: 'forged',
  });
  await app.call(captchaApi.remove, admin);
});

test('there are no puzzles while the captcha is off or has another provider', async () => {
  await enable(false);
  expect((await app.call(captchaApi.challenge)).status).toBe(404);
  await enable(true);
  const turnstile = { type: 'Turnstile' as const, siteKey: 'site', secretKey: 'secret' };
  await app.call(captchaApi.save, { token, body: { config: turnstile } });
  expect((await app.call(captchaApi.challenge)).status).toBe(404);
  expect(await captchaConfigOf(app.app, 'default')).toEqual(turnstile);
});
