import { createHash } from 'node:crypto';
import { factorAcr, singleFactorAcr } from '@postern/contracts/access/authentication-context';
import { resourcesApi } from '@postern/contracts/access/resources';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { addTotp, appWithFactors, codeNow, createPerson, factorPassword } from '#testing/factors';
import { changeSettings, type Visitor, visitor } from '#testing/sign-in';
import type { TestApp } from '#testing/test-app';

let app: TestApp;
let token: string;
const verifier = 'v'.repeat(43);
const challenge = createHash('sha256').update(verifier).digest('base64url');

beforeAll(async () => {
  app = await appWithFactors({ factors: ['Totp'], policy: 'NoPrompt' });
  token = await app.managementToken();
});
afterAll(() => app.close());

const arrive = (person: Visitor, params = {}) => person.arrive({ code_challenge: challenge, ...params });

async function prove(person: Visitor, username: string) {
  await person.start('SignIn');
  const { body } = await person.step('POST', '/verification/password', {
    identifier: { type: 'username', value: username },
    password: factorPassword,
  });
  await person.identify(body.verificationId);
}

type Tokens = { id_token: string; access_token: string; refresh_token?: string };

async function exchange(grant: Record<string, string>): Promise<Tokens> {
  const answer = await app.core.inject({
    method: 'POST',
    url: '/oidc/token',
    headers: { host: 'core.test', 'content-type': 'application/x-www-form-urlencoded' },
    payload: new URLSearchParams({ client_id: 'demo-app', ...grant }).toString(),
  });
  expect([answer.statusCode, answer.payload]).toEqual([200, expect.any(String)]);
  return answer.json();
}

function readClaims(jwt: string): Record<string, unknown> {
  const [, payload = ''] = jwt.split('.');
  return JSON.parse(Buffer.from(payload, 'base64url').toString());
}

/** The claims of the ID token for the code in a redirect. */
async function claimsOf(redirect: string): Promise<Record<string, unknown>> {
  const { id_token } = await exchange({
    grant_type: 'authorization_code',
    redirect_uri: 'http://core.test/demo-app',
    code: new URL(redirect).searchParams.get('code') ?? '',
    code_verifier: verifier,
  });
  return readClaims(id_token);
}

/** A person who has turned the request for the second factor off. */
async function relaxedPerson(mfa: object = { skipMfaOnSignIn: true }) {
  const person = await createPerson(app, { primary_email: null });
  const secret = await addTotp(app, person.id, token);
  await app.write('default', (db) =>
    db
      .updateTable('users')
      .set({ logto_config: JSON.stringify({ mfa }) })
      .where('id', '=', person.id)
      .execute(),
  );
  return { ...person, secret };
}

test('a person who has second factors turned off is not asked for one', async () => {
  const { username } = await relaxedPerson({ enabled: false });
  const person = visitor(app);
  await arrive(person);
  await prove(person, username);
  expect((await person.submit()).status).toBe(200);
});

test('a request for a second factor asks for it even with a live session, and the tokens say so', async () => {
  const { username, secret } = await relaxedPerson();
  const person = visitor(app);
  await arrive(person);
  await prove(person, username);
  const first = await person.submit();
  const claims = await claimsOf(await person.follow(first.body.redirectTo));
  expect(claims).toMatchObject({ acr: singleFactorAcr, amr: ['pwd'], auth_time: expect.any(Number) });
  // The session answers a request without demands.
  expect(await person.follow(await arrive(person))).toContain('code=');
  const acr_values = factorAcr;
  expect(await arrive(person, { acr_values })).toContain('/sign-in');
  expect(await arrive(person, { acr_values, prompt: 'none' })).toContain('error=login_required');
  await arrive(person, { acr_values });
  await prove(person, username);
  const asked = await person.submit();
  expect([asked.status, asked.code]).toEqual([403, 'session.mfa.require_mfa_verification']);
  await person.step('POST', '/verification/totp/verify', { code: codeNow(secret) });
  const second = await person.submit();
  const stronger = await claimsOf(await person.follow(second.body.redirectTo));
  expect(stronger).toMatchObject({ acr: factorAcr, amr: ['pwd', 'otp', 'mfa'] });
  // Now the session is strong enough.
  expect(await person.follow(await arrive(person, { acr_values }))).toContain('code=');
});

test('access tokens for an API say how the user has signed in, also after a refresh', async () => {
  const indicator = 'https://api.step-up.example';
  await app.call(resourcesApi.create, { token, body: { name: 'Step-up', indicator } });
  const { id, username } = await createPerson(app, { primary_email: null });
  const secret = await addTotp(app, id, token);
  const person = visitor(app);
  await arrive(person, { resource: indicator, scope: 'openid offline_access', prompt: 'login consent' });
  await prove(person, username);
  await person.step('POST', '/verification/totp/verify', { code: codeNow(secret) });
  const redirect = await person.follow((await person.submit()).body.redirectTo);
  const strong = { acr: factorAcr, amr: ['pwd', 'otp', 'mfa'], auth_time: expect.any(Number), aud: indicator };
  const code = new URL(redirect).searchParams.get('code') ?? '';
  const first = await exchange({
    grant_type: 'authorization_code',
    redirect_uri: 'http://core.test/demo-app',
    code,
    code_verifier: verifier,
    resource: indicator,
  });
  expect(readClaims(first.access_token)).toMatchObject(strong);
  const next = await exchange({
    grant_type: 'refresh_token',
    refresh_token: first.refresh_token ?? '',
    resource: indicator,
  });
  expect(readClaims(next.access_token)).toMatchObject(strong);
});

test('a weaker value does not lower what the settings require (attack 50)', async () => {
  const person = await createPerson(app, { primary_email: null });
  await addTotp(app, person.id, token);
  const attacker = visitor(app);
  await arrive(attacker, { acr_values: singleFactorAcr });
  await prove(attacker, person.username);
  expect((await attacker.submit()).code).toBe('session.mfa.require_mfa_verification');
});

test('a user without a factor sets one up, and cannot where none is enabled', async () => {
  const { username } = await createPerson(app, { primary_email: null });
  const person = visitor(app);
  await arrive(person, { acr_values: factorAcr });
  await prove(person, username);
  const missing = await person.submit();
  expect([missing.code, missing.body.data]).toEqual(['user.missing_mfa', { availableFactors: ['Totp'] }]);
  await changeSettings(app, { mfa: { factors: [], policy: 'NoPrompt' } });
  expect((await person.submit()).code).toBe('session.mfa.mfa_factor_not_enabled');
  await changeSettings(app, { mfa: { factors: ['Totp'], policy: 'NoPrompt' } });
});

test('max_age asks again after that time', async () => {
  const { username } = await relaxedPerson();
  const person = visitor(app);
  await arrive(person);
  await prove(person, username);
  await person.follow((await person.submit()).body.redirectTo);
  expect(await person.follow(await arrive(person, { max_age: '3600' }))).toContain('code=');
  expect(await arrive(person, { max_age: '0' })).toContain('/sign-in');
});
