import { applicationsApi } from '@postern/contracts/access/applications';
import { customJwtApi } from '@postern/contracts/access/custom-jwt';
import { idTokenApi } from '@postern/contracts/access/id-token';
import { resourcesApi } from '@postern/contracts/access/resources';
import { rolesApi } from '@postern/contracts/access/roles';
import { samlApplicationsApi } from '@postern/contracts/access/saml-applications';
import { subjectTokensApi } from '@postern/contracts/access/subject-tokens';
import { connectorsApi } from '@postern/contracts/messages/connectors';
import { organizationsApi } from '@postern/contracts/people/organizations';
import { usersApi } from '@postern/contracts/people/users';
import { actionsApi } from '@postern/contracts/sign-in/actions';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type TestApp, testApp } from '#testing/test-app';
import { type Place, setPlan, type TenantOwner, tenantOwner } from './testing.ts';

let app: TestApp;
let owner: TenantOwner;

beforeAll(async () => {
  app = await testApp({ EDITION: 'cloud' });
  owner = await tenantOwner(app);
});
afterAll(() => app.close());

const tenantOn = (planId: string) => owner.tenantOn(planId);

const createApplication = (place: Place, type: 'SPA' | 'MachineToMachine' | 'Traditional', more = {}) =>
  app.call(applicationsApi.create, { ...place, body: { name: type, type, ...more } });
const createResource = (place: Place, name: string) =>
  app.call(resourcesApi.create, { ...place, body: { name, indicator: `https://${name}.example` } });
const createScope = (place: Place, resourceId: string, name: string) =>
  app.call(resourcesApi.createScope, { ...place, params: { resourceId }, body: { name } });
const createRole = (place: Place, name: string, more = {}) =>
  app.call(rolesApi.create, { ...place, body: { name, description: name, ...more } });

const refusal = (key: string, limit?: number, usage?: number) => ({
  status: 403,
  body: { code: 'subscription.limit_exceeded', data: { key, limit, usage } },
});

describe('on the free plan', () => {
  let place: Place;
  beforeAll(async () => {
    place = await tenantOn('free');
  });

  test('allows three applications, one of them a machine', async () => {
    // The token of this test belongs to a machine of the tenant.
    expect(await createApplication(place, 'MachineToMachine')).toMatchObject(refusal('machineToMachineLimit', 1, 1));
    expect((await createApplication(place, 'SPA')).status).toBe(200);
    expect((await createApplication(place, 'SPA')).status).toBe(200);
    expect(await createApplication(place, 'SPA')).toMatchObject(refusal('applicationsLimit', 3, 3));
  });

  test('leaves nothing behind of rejected requests', async () => {
    const { body } = await app.call(applicationsApi.list, place);
    expect(body).toHaveLength(3);
  });

  test('frees a slot on deletion', async () => {
    const { body } = await app.call(applicationsApi.list, { ...place, query: { types: 'SPA' } });
    const id = body[0]?.id ?? '';
    expect((await app.call(applicationsApi.remove, { ...place, params: { id } })).status).toBe(204);
    expect(await createApplication(place, 'Traditional', { isThirdParty: true })).toMatchObject(
      refusal('thirdPartyApplicationsLimit', 0, 0),
    );
    expect((await createApplication(place, 'Traditional')).status).toBe(200);
    expect(await app.call(samlApplicationsApi.create, { ...place, body: { name: 'Portal' } })).toMatchObject(
      refusal('samlApplicationsLimit', 0, 0),
    );
  });

  test('counts permissions per resource and per role', async () => {
    const resource = await createResource(place, 'orders');
    expect(resource.status).toBe(201);
    expect(await createResource(place, 'bills')).toMatchObject(refusal('resourcesLimit', 1, 1));
    const scope = await createScope(place, resource.body.id, 'read');
    expect(scope.status).toBe(201);
    expect(await createScope(place, resource.body.id, 'write')).toMatchObject(refusal('scopesPerResourceLimit', 1, 1));
    await setPlan(app, place.tenantId, 'dev');
    app.app.cache.drop(place.tenantId);
    const second = await createScope(place, resource.body.id, 'write');
    await setPlan(app, place.tenantId, 'free');
    app.app.cache.drop(place.tenantId);
    const scopeIds = [scope.body.id, second.body.id];
    expect(await createRole(place, 'Too much', { scopeIds })).toMatchObject(refusal('scopesPerRoleLimit', 1, 0));
    const role = await createRole(place, 'Reader', { scopeIds: [scope.body.id] });
    expect(role.status).toBe(200);
    expect(await createRole(place, 'Writer')).toMatchObject(refusal('userRolesLimit', 1, 1));
    const more = await app.call(rolesApi.assignScopes, {
      ...place,
      params: { id: role.body.id },
      body: { scopeIds: [second.body.id] },
    });
    expect(more).toMatchObject(refusal('scopesPerRoleLimit', 1, 1));
  });

  test('has no organizations', async () => {
    const create = () => app.call(organizationsApi.create, { ...place, body: { name: 'Acme' } });
    expect(await create()).toMatchObject(refusal('organizationsLimit', 0, 0));
    await setPlan(app, place.tenantId, 'dev');
    app.app.cache.drop(place.tenantId);
    expect((await create()).status).toBe(201);
    await setPlan(app, place.tenantId, 'free');
    app.app.cache.drop(place.tenantId);
    expect(await create()).toMatchObject(refusal('organizationsLimit', 0, 1));
  });

  test('rejects features that the plan does not have, and allows unlimited ones', async () => {
    const { body: user } = await app.call(usersApi.create, { ...place, body: { username: 'somebody' } });
    const subject = await app.call(subjectTokensApi.create, { ...place, body: { userId: user.id } });
    expect(subject).toMatchObject({ status: 403, body: { data: { key: 'subjectTokenEnabled' } } });
    const script = await app.call(customJwtApi.save, {
      ...place,
      params: { tokenTypePath: 'access-token' },
      body: { script: 'const getCustomJwtClaims = async () => ({});' },
    });
    expect(script).toMatchObject(refusal('customJwtEnabled', 0, 0));
    const params = { actionType: 'postSignIn' } as const;
    const body = { script: 'const runAction = () => ({});', enabled: false };
    expect(await app.call(actionsApi.save, { ...place, params, body })).toMatchObject(refusal('actionsEnabled', 0, 0));
    const idToken = await app.call(idTokenApi.save, { ...place, body: {} });
    expect(idToken).toMatchObject(refusal('customJwtEnabled', 0, 0));
    const mail = await app.call(connectorsApi.create, {
      ...place,
      body: { connectorId: 'simple-mail-transfer-protocol', config: {} },
    });
    expect(mail.body).not.toMatchObject({ code: 'subscription.limit_exceeded' });
  });
});

test('stops exactly at the limit for a hundred parallel requests', async () => {
  const place = await tenantOn('free');
  // A full server answers 503 with `Retry-After`, before it has done anything: the request is sent again, as a client does.
  const create = async (): ReturnType<typeof createApplication> => {
    const answer = await createApplication(place, 'SPA');
    return answer.status === 503 ? create() : answer;
  };
  const answers = await Promise.all(Array.from({ length: 100 }, create));
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(2);
  expect(answers.filter(({ status }) => status === 403)).toHaveLength(98);
  expect((await app.call(applicationsApi.list, place)).body).toHaveLength(3);
});

test('shares the limit between two nodes', async () => {
  const place = await tenantOn('free');
  const node = await app.another({ EDITION: 'cloud' });
  try {
    const elsewhere = async () => {
      const { statusCode } = await node.core.inject({
        method: 'POST',
        url: '/api/applications',
        headers: { host: new URL(app.app.endpointOf(place.tenantId)).host, authorization: `Bearer ${place.token}` },
        payload: { name: 'Elsewhere', type: 'SPA' },
      });
      return statusCode;
    };
    const statuses = await Promise.all([
      ...Array.from({ length: 10 }, async () => (await createApplication(place, 'SPA')).status),
      ...Array.from({ length: 10 }, elsewhere),
    ]);
    expect(statuses.filter((status) => status === 200)).toHaveLength(2);
  } finally {
    await node.stop();
  }
});

test('lets a paid plan exceed its limits where overage is billed', async () => {
  const place = await tenantOn('pro-202509');
  expect((await createApplication(place, 'MachineToMachine')).status).toBe(200);
  expect((await createApplication(place, 'Traditional', { isThirdParty: true })).status).toBe(200);
  for (const name of ['a', 'b', 'c', 'd']) {
    expect((await createResource(place, name)).status).toBe(201);
  }
});

test('allows changes and deletions for a tenant that is over the limit after a plan change', async () => {
  const place = await tenantOn('dev');
  const { body: first } = await createApplication(place, 'SPA');
  for (const _ of [1, 2, 3]) {
    await createApplication(place, 'SPA');
  }
  await setPlan(app, place.tenantId, 'free');
  app.app.cache.drop(place.tenantId);
  expect(await createApplication(place, 'SPA')).toMatchObject(refusal('applicationsLimit', 3, 5));
  const params = { id: first.id };
  expect((await app.call(applicationsApi.update, { ...place, params, body: { name: 'Renamed' } })).status).toBe(200);
  expect((await app.call(applicationsApi.remove, { ...place, params })).status).toBe(204);
});

test('prefers a custom quota over the plan', async () => {
  const place = await tenantOn('acme-2026');
  await app.app.tenancy.system(async (db) => {
    const [start, end] = [new Date(Date.now() - 86_400_000), new Date(Date.now() + 86_400_000)];
    await db
      .insertInto('subscriptions')
      .values({
        tenant_id: place.tenantId,
        current_period_start: start,
        current_period_end: end,
        quota: JSON.stringify({ applicationsLimit: 2 }),
      })
      .execute();
  });
  app.app.cache.drop(place.tenantId);
  expect((await createApplication(place, 'SPA')).status).toBe(200);
  expect(await createApplication(place, 'SPA')).toMatchObject(refusal('applicationsLimit', 2, 2));
});

test('allows everything in the open-source edition', async () => {
  const free = await testApp();
  try {
    expect(free.app.quota).toBeUndefined();
  } finally {
    await free.close();
  }
});
