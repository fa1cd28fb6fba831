import { adminTenantId, agreedCostsHeader } from '@postern/contracts/wire';
import { decodeJwt } from 'jose';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { insertMember } from '#features/people/organizations';
import { type TestApp, testApp } from '#testing/test-app';
import { consoleTokens } from '#testing/tokens';
import { shop } from './testing.ts';

let app: TestApp;

beforeAll(async () => {
  app = await testApp({ EDITION: 'cloud' });
});
afterAll(() => app.close());

test('a collaborator uses what the plan includes and cannot agree to costs; an administrator can', async () => {
  const store = shop(app);
  const owner = await consoleTokens(app, 'owner');
  const tenantId = await store.createTenant(owner);
  await store.buy(owner, tenantId);
  const helper = await consoleTokens(app, 'helper');
  const helperId = decodeJwt(helper.idToken).sub ?? '';
  await app.write(adminTenantId, (db) => insertMember(db, `t-${tenantId}`, helperId, 'collaborator'));
  const ask = async (
    person: typeof owner,
    method: 'POST' | 'PATCH',
    path: string,
    payload: object,
    agreed?: string,
  ) => {
    const token = await person.organization(tenantId);
    const answer = await app.admin.inject({
      method,
      url: `/m/${tenantId}${path}`,
      headers: {
        host: 'admin.test',
        authorization: `Bearer ${token}`,
        ...(agreed ? { [agreedCostsHeader]: agreed } : {}),
      },
      payload,
    });
    return { status: answer.statusCode, body: answer.json() };
  };
  const refused = (key: string) => ({ status: 403, body: { code: 'subscription.limit_exceeded', data: { key } } });
  const mfa = { mfa: { factors: ['Totp'], policy: 'UserControlled' } };
  const link = { name: 'Acme', purposes: ['connect'] };
  const resource = (name: string) => ({ name, indicator: `https://${name}.test` });

  expect(await ask(helper, 'PATCH', '/api/sign-in-exp', mfa)).toMatchObject(refused('mfaEnabled'));
  expect(await ask(helper, 'POST', '/api/organizations', { name: 'Team' })).toMatchObject(
    refused('organizationsLimit'),
  );
  for (const name of ['one', 'two', 'three']) {
    expect((await ask(helper, 'POST', '/api/resources', resource(name))).status).toBe(201);
  }
  expect(await ask(helper, 'POST', '/api/resources', resource('four'))).toMatchObject(refused('resourcesLimit'));

  // An administrator agrees to the amount first. A refused request changes nothing.
  const unagreed = (amount: number, key: string) => ({
    status: 422,
    body: { code: 'subscription.costs_not_agreed', data: { amount, items: [{ key, amount }] } },
  });
  const security = { sentinelPolicy: { maxAttempts: 5, lockoutDuration: 30 } };
  expect(await ask(owner, 'PATCH', '/api/sign-in-exp', security)).toMatchObject(
    unagreed(4800, 'securityFeaturesEnabled'),
  );
  expect(await ask(owner, 'PATCH', '/api/sign-in-exp', { ...security, ...mfa }, '4800')).toMatchObject({
    status: 422,
    body: { code: 'subscription.costs_not_agreed', data: { amount: 9600, items: [{}, {}] } },
  });
  for (const agreed of [undefined, '0', '-1', 'Infinity', '1e9', 'yes']) {
    expect(await ask(owner, 'PATCH', '/api/sign-in-exp', mfa, agreed)).toMatchObject(unagreed(4800, 'mfaEnabled'));
  }
  expect((await ask(owner, 'PATCH', '/api/sign-in-exp', {})).body).toMatchObject({
    mfa: { factors: [] },
    sentinelPolicy: {},
  });
  expect((await ask(owner, 'PATCH', '/api/sign-in-exp', mfa, '4800')).status).toBe(200);
  expect(await ask(owner, 'POST', '/api/resources', resource('four'))).toMatchObject(unagreed(400, 'resourcesLimit'));
  expect((await ask(owner, 'POST', '/api/resources', resource('four'), '400')).status).toBe(201);
  // A link with which a customer adds a connector later.
  expect(await ask(helper, 'POST', '/api/sso-setup-links', link)).toMatchObject(refused('enterpriseSsoLimit'));
  expect(await ask(owner, 'POST', '/api/sso-setup-links', link)).toMatchObject(unagreed(4800, 'enterpriseSsoLimit'));
  expect((await ask(owner, 'POST', '/api/sso-setup-links', link, '4800')).status).toBe(201);
  // What costs already may be changed.
  expect((await ask(helper, 'PATCH', '/api/sign-in-exp', { mfa: { ...mfa.mfa, policy: 'Mandatory' } })).status).toBe(
    200,
  );
});
