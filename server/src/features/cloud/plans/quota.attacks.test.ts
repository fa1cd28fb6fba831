import { applicationsApi } from '@postern/contracts/access/applications';
import { resourcesApi } from '@postern/contracts/access/resources';
import { rolesApi } from '@postern/contracts/access/roles';
import { customProfileFieldsApi } from '@postern/contracts/experience/custom-profile-fields';
import { signInExperienceApi } from '@postern/contracts/experience/sign-in-experience-settings';
import { connectorsApi } from '@postern/contracts/messages/connectors';
import { managementApiIndicator } from '@postern/contracts/wire';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { getSignInExperience } from '#features/experience/sign-in-experience';
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

const createApplication = (place: Place, more: Record<string, unknown> = {}) =>
  app.call(applicationsApi.create, { ...place, body: { name: 'App', type: 'SPA', ...more } });
const createRole = (place: Place, name: string, more = {}) =>
  app.call(rolesApi.create, { ...place, body: { name, description: name, ...more } });
const refusal = (key: string) => ({ status: 403, body: { code: 'subscription.limit_exceeded', data: { key } } });

describe('a change that would bypass a limit', () => {
  let place: Place;
  beforeAll(async () => {
    place = await tenantOn('free');
  });

  test.each([{ isThirdParty: true }, { type: 'MachineToMachine' }, { type: 'SAML' }, { tenantId: 'another' }])(
    'cannot turn an application into %j',
    async (body) => {
      const { body: list } = await app.call(applicationsApi.list, { ...place, query: { types: 'SPA' } });
      const id = list[0]?.id ?? (await createApplication(place)).body.id;
      const change = { ...place, params: { id }, body: body as Record<string, unknown> };
      // Immutable keys of the entity are ignored.
      expect(await app.call(applicationsApi.update, change)).toMatchObject({ status: 200 });
      const after = await app.call(applicationsApi.get, { ...place, params: { id } });
      expect(after.body).toMatchObject({ type: 'SPA', isThirdParty: false });
      expect(after.body.tenantId).not.toBe('another');
    },
  );

  test('cannot change the type of a role or make it an uncounted one', async () => {
    const { body: role } = await createRole(place, 'Only one');
    const change = (body: Record<string, unknown>) =>
      app.call(rolesApi.update, { ...place, params: { id: role.id }, body });
    expect(await change({ type: 'MachineToMachine' })).toMatchObject({ status: 200, body: { type: 'User' } });
    for (const name of ['#internal:hidden', '#internal:']) {
      expect(await change({ name })).toMatchObject({ status: 403, body: { code: 'role.internal_role_violation' } });
      expect(await createRole(place, name)).toMatchObject({ body: { code: 'role.internal_role_violation' } });
    }
    expect(await createRole(place, 'One more')).toMatchObject(refusal('userRolesLimit'));
  });

  test('cannot give a resource the indicator of the uncounted one', async () => {
    const create = (indicator: string) => app.call(resourcesApi.create, { ...place, body: { name: 'API', indicator } });
    expect(await create(managementApiIndicator(place.tenantId))).toMatchObject({
      status: 422,
      body: { code: 'resource.resource_identifier_in_use' },
    });
    // The indicator of another tenant is ordinary and counts as a resource.
    await create(managementApiIndicator('another'));
    await create('https://first.example');
    expect(await create('https://second.example')).toMatchObject(refusal('resourcesLimit'));
    const { body } = await app.call(resourcesApi.list, place);
    expect(body.filter(({ indicator }) => indicator !== managementApiIndicator(place.tenantId))).toHaveLength(1);
  });
});

describe('batches in one request', () => {
  test('cannot exceed a limit, and leave nothing behind when rejected', async () => {
    const place = await tenantOn('free');
    const field = (name: string) => ({ name, type: 'Text' as const, label: name, required: false, config: {} });
    const batch = await app.call(customProfileFieldsApi.createMany, { ...place, body: [field('one'), field('two')] });
    expect(batch).toMatchObject(refusal('collectUserProfileEnabled'));
    expect((await app.call(customProfileFieldsApi.list, place)).body).toEqual([]);
  });

  test('stops at the limit for a role with many permissions, in one or in parallel requests', async () => {
    const place = await tenantOn('dev');
    const { body: resource } = await app.call(resourcesApi.create, {
      ...place,
      body: { name: 'Orders', indicator: 'https://orders.example' },
    });
    const scopeIds: string[] = [];
    for (const name of ['a', 'b', 'c', 'd']) {
      const params = { resourceId: resource.id };
      scopeIds.push((await app.call(resourcesApi.createScope, { ...place, params, body: { name } })).body.id);
    }
    const { body: role } = await createRole(place, 'Reader');
    await setPlan(app, place.tenantId, 'free');
    app.app.cache.drop(place.tenantId);
    const assign = (ids: string[]) =>
      app.call(rolesApi.assignScopes, { ...place, params: { id: role.id }, body: { scopeIds: ids } });
    expect(await assign(scopeIds)).toMatchObject(refusal('scopesPerRoleLimit'));
    const answers = await Promise.all(scopeIds.map((id) => assign([id])));
    expect(answers.filter(({ status }) => status < 300)).toHaveLength(1);
    const { body: held } = await app.call(rolesApi.listScopes, { ...place, params: { id: role.id } });
    expect(held).toHaveLength(1);
  });

  test('stops at the limit for connectors that are created in parallel', async () => {
    const place = await tenantOn('free');
    const answers = await Promise.all(
      Array.from({ length: 8 }, (_, index) =>
        app.call(connectorsApi.create, {
          ...place,
          body: {
            connectorId: 'oauth2',
            config: {
              authorizationEndpoint: 'https://provider.example/auth',
              tokenEndpoint: 'https://provider.example/token',
              userInfoEndpoint: 'https://provider.example/me',
              clientId: 'id',
              clientSecret: 'secret',
            },
            metadata: { target: `provider-${index}`, name: { en: 'Provider' } },
          },
        }),
      ),
    );
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 200, 200, 403, 403, 403, 403, 403]);
  });

  test('does not enable a feature that the plan lacks together with allowed ones', async () => {
    const place = await tenantOn('free');
    const change = (body: Record<string, unknown>) => app.call(signInExperienceApi.update, { ...place, body });
    const before = (await app.call(signInExperienceApi.get, place)).body;
    const mixed = await change({
      termsOfUseUrl: 'https://terms.example',
      captchaPolicy: { enabled: true },
    });
    expect(mixed).toMatchObject(refusal('securityFeaturesEnabled'));
    for (const body of [
      { captchaPolicy: { enabled: true } },
      { sentinelPolicy: { maxAttempts: 3 } },
      { emailBlocklistPolicy: { blockSubaddressing: true } },
    ]) {
      expect(await change(body)).toMatchObject(refusal('securityFeaturesEnabled'));
    }
    expect((await app.call(signInExperienceApi.get, place)).body).toEqual(before);
  });

  test('does not enable the sign-in with passkeys on a plan without it, and stops it with the plan', async () => {
    const place = await tenantOn('acme-passkeys');
    const agree = (quota: object) =>
      app.app.tenancy.system(async (db) => {
        const [start, end] = [new Date(Date.now() - 86_400_000), new Date(Date.now() + 86_400_000)];
        await db.deleteFrom('subscriptions').where('tenant_id', '=', place.tenantId).execute();
        await db
          .insertInto('subscriptions')
          .values({
            tenant_id: place.tenantId,
            current_period_start: start,
            current_period_end: end,
            quota: JSON.stringify(quota),
          })
          .execute();
        app.app.cache.drop(place.tenantId);
      });
    const change = (body: Record<string, unknown>) => app.call(signInExperienceApi.update, { ...place, body });
    const offered = async () => (await getSignInExperience(app.app, place.tenantId)).passkeySignIn.enabled === true;
    const passkeySignIn = { enabled: true, showPasskeyButton: true };
    await agree({ passkeySignInEnabled: false });
    expect(await change({ passkeySignIn, termsOfUseUrl: 'https://terms.example' })).toMatchObject(
      refusal('passkeySignInEnabled'),
    );
    expect((await app.call(signInExperienceApi.get, place)).body).toMatchObject({ passkeySignIn: {} });
    await agree({});
    expect((await change({ passkeySignIn })).status).toBe(200);
    expect(await offered()).toBe(true);
    await agree({ passkeySignInEnabled: false });
    expect(await offered()).toBe(false);
    // The setting is kept for a plan that has it, and can be turned off.
    expect((await app.call(signInExperienceApi.get, place)).body).toMatchObject({ passkeySignIn });
    expect((await change({ passkeySignIn: { enabled: false } })).status).toBe(200);
  });

  test('does not enable second factors on a plan without them, also together with allowed changes', async () => {
    const mfa = { factors: ['Totp'], policy: 'Mandatory' };
    const free = await tenantOn('free');
    const before = (await app.call(signInExperienceApi.get, free)).body;
    const change = (place: typeof free, body: Record<string, unknown>) =>
      app.call(signInExperienceApi.update, { ...place, body });
    expect(await change(free, { mfa })).toMatchObject(refusal('mfaEnabled'));
    expect(await change(free, { mfa, termsOfUseUrl: 'https://terms.example' })).toMatchObject(refusal('mfaEnabled'));
    expect((await app.call(signInExperienceApi.get, free)).body).toEqual(before);
    // To turn them off is always allowed.
    expect((await change(free, { mfa: { factors: [], policy: 'NoPrompt' } })).status).toBe(200);
    const pro = await tenantOn('pro');
    expect(await change(pro, { mfa })).toMatchObject({ status: 200, body: { mfa } });
  });
});

describe('a plan change during parallel requests', () => {
  test('allows no more than the larger plan before and nothing more after the downgrade, on every node', async () => {
    const place = await tenantOn('dev');
    const node = await app.another({ EDITION: 'cloud' });
    const elsewhere = async () => {
      const { statusCode } = await node.core.inject({
        method: 'POST',
        url: '/api/applications',
        headers: { host: new URL(app.app.endpointOf(place.tenantId)).host, authorization: `Bearer ${place.token}` },
        payload: { name: 'Elsewhere', type: 'SPA' },
      });
      return statusCode;
    };
    try {
      // Both nodes have cached the larger plan.
      expect([(await createApplication(place)).status, await elsewhere()]).toEqual([200, 200]);
      const running = Array.from({ length: 10 }, () => Promise.all([createApplication(place), elsewhere()]));
      await setPlan(app, place.tenantId, 'free');
      await Promise.all(running);
      await expect.poll(elsewhere, { timeout: 20_000 }).toBe(403);
      expect(await createApplication(place)).toMatchObject(refusal('applicationsLimit'));
      const { body: list } = await app.call(applicationsApi.list, place);
      expect(await elsewhere()).toBe(403);
      expect((await app.call(applicationsApi.list, place)).body).toHaveLength(list.length);
    } finally {
      await node.stop();
    }
  });

  test('applies a custom plan to its tenant only', async () => {
    const agreed = await tenantOn('acme-2026');
    const free = await tenantOn('free');
    for (const _ of [1, 2, 3, 4]) {
      expect((await createApplication(agreed)).status).toBe(200);
    }
    // The token of one tenant at the address of the other.
    expect((await createApplication({ ...free, token: agreed.token })).status).toBe(401);
    const own = await Promise.all([1, 2, 3, 4].map(() => createApplication(free)));
    expect(own.filter(({ status }) => status === 200)).toHaveLength(2);
  });
});
