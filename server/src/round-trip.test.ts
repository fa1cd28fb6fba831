import { applicationBrandingApi } from '@postern/contracts/access/application-branding';
import { applicationsApi } from '@postern/contracts/access/applications';
import { organizationScopesApi } from '@postern/contracts/access/organization-scopes';
import { resourcesApi } from '@postern/contracts/access/resources';
import { rolesApi } from '@postern/contracts/access/roles';
import type { AnyEndpoint } from '@postern/contracts/endpoint';
import { accountCenterApi } from '@postern/contracts/experience/account-center';
import { customProfileFieldsApi } from '@postern/contracts/experience/custom-profile-fields';
import { signInExperienceApi } from '@postern/contracts/experience/sign-in-experience-settings';
import { usersApi } from '@postern/contracts/people/users';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type TestApp, testApp } from './testing/test-app.ts';

/** Clients read an object, change a field and send the whole object back. */
let app: TestApp;
let token: string;

beforeAll(async () => {
  app = await testApp();
  token = await app.managementToken();
});
afterAll(() => app.close());

type Params = Record<string, string>;
type Entity = Record<string, unknown>;
const call = async (contract: AnyEndpoint, params: Params, body?: Entity) => {
  const answer = await app.call(contract, { token, params, ...(body ? { body: body as never } : {}) });
  return { status: answer.status, body: answer.body as Entity };
};
const make = async (contract: AnyEndpoint, body: Entity, params: Params = {}) =>
  (await call(contract, params, body)).body as Entity & { id: string; name: string };

type Case = [string, AnyEndpoint, AnyEndpoint, () => Promise<Params>, Entity, Entity];

/** Name, read and write operation, a factory, a change, and entity keys that the write must ignore. */
const cases: Case[] = [
  [
    'an application',
    applicationsApi.get,
    applicationsApi.update,
    async () => ({ id: (await make(applicationsApi.create, { name: 'A', type: 'SPA' })).id }),
    { description: 'Changed' },
    { id: 'x', tenantId: 'admin', type: 'MachineToMachine', isThirdParty: true, createdAt: 1 },
  ],
  [
    'an API resource',
    resourcesApi.get,
    resourcesApi.update,
    async () => ({ id: (await make(resourcesApi.create, { name: 'A', indicator: 'https://a.example/api' })).id }),
    { name: 'Changed' },
    { id: 'x', indicator: 'https://default.logto.app/api', isDefault: true },
  ],
  [
    'a role',
    rolesApi.get,
    rolesApi.update,
    async () => ({ id: (await make(rolesApi.create, { name: 'A', description: 'A', type: 'User' })).id }),
    { description: 'Changed' },
    { id: 'x', tenantId: 'admin', type: 'MachineToMachine' },
  ],
  [
    'an organization permission',
    organizationScopesApi.get,
    organizationScopesApi.update,
    async () => ({ id: (await make(organizationScopesApi.create, { name: 'a' })).id }),
    { description: 'Changed' },
    { id: 'x' },
  ],
  [
    'a user',
    usersApi.get,
    usersApi.update,
    async () => ({ userId: (await make(usersApi.create, { username: 'ada' })).id }),
    { name: 'Changed' },
    { id: 'x', isSuspended: true, lastSignInAt: 1, createdAt: 1, identities: { github: { userId: '1' } } },
  ],
  [
    'a custom profile field',
    customProfileFieldsApi.get,
    customProfileFieldsApi.update,
    async () => ({
      name: (
        await make(customProfileFieldsApi.create, { name: 'hobby', type: 'Text', label: 'Hobby', required: false })
      ).name,
    }),
    { label: 'Changed' },
    { id: 'x', tenantId: 'admin', name: 'other', sieOrder: 9, createdAt: 1 },
  ],
  [
    'the sign-in experience of an application',
    applicationBrandingApi.get,
    applicationBrandingApi.save,
    async () => {
      const params = { applicationId: (await make(applicationsApi.create, { name: 'B', type: 'SPA' })).id };
      await make(applicationBrandingApi.save, { termsOfUseUrl: null, privacyPolicyUrl: null }, params);
      return params;
    },
    { displayName: 'Changed' },
    { tenantId: 'admin', applicationId: 'other' },
  ],
  [
    'the sign-in experience',
    signInExperienceApi.get,
    signInExperienceApi.update,
    async () => ({}),
    { unknownSessionRedirectUrl: 'https://shop.example/' },
    { id: 'x', tenantId: 'admin' },
  ],
  [
    'the account center',
    accountCenterApi.get,
    accountCenterApi.update,
    async () => ({}),
    { enabled: true },
    { id: 'x', tenantId: 'admin' },
  ],
];

describe.each(cases)('%s', (_name, read, write, one, change, foreign) => {
  let params: Params;
  beforeAll(async () => {
    params = await one();
  });
  /** `updatedAt` is the only field that every write may change. */
  const get = async () => {
    const { updatedAt: _time, ...entity } = (await call(read, params)).body;
    return entity;
  };

  test('accepts the whole object with a change and applies only the change', async () => {
    const before = await get();
    const answer = await call(write, params, { ...before, ...change });
    expect([answer.status, answer.body]).toEqual([200, expect.anything()]);
    expect(await get()).toEqual({ ...before, ...change });
  });

  test('attack 17: never stores keys that the operation does not accept', async () => {
    const before = await get();
    // Each must be a key of the entity, otherwise the test proves nothing.
    expect(Object.keys(before)).toEqual(expect.arrayContaining(Object.keys(foreign)));
    expect((await call(write, params, { ...before, ...foreign })).status).toBe(200);
    expect(await get()).toEqual(before);
  });

  test('rejects a key that the entity does not have', async () => {
    const answer = await call(write, params, { ...(await get()), made_up: true });
    expect(answer).toMatchObject({ status: 400, body: { code: 'guard.invalid_input' } });
  });
});
