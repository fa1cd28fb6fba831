import { organizationScopesApi } from '@postern/contracts/access/organization-scopes';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type TestApp, testApp } from '#testing/test-app';

let app: TestApp;
let token: string;

beforeAll(async () => {
  app = await testApp();
  token = await app.managementToken();
});
afterAll(() => app.close());

const create = (name: string, description?: string | null) =>
  app.call(organizationScopesApi.create, { token, body: { name, description } });

test('creates, reads, changes and deletes a permission', async () => {
  const { status, body } = await create('report', 'Read reports');
  expect(status).toBe(201);
  expect(body).toMatchObject({ tenantId: 'default', name: 'report', description: 'Read reports' });
  const params = { id: body.id };
  expect((await app.call(organizationScopesApi.get, { token, params })).body).toEqual(body);
  const changed = await app.call(organizationScopesApi.update, { token, params, body: { description: null } });
  expect(changed.body).toEqual({ ...body, description: null });
  expect((await app.call(organizationScopesApi.remove, { token, params })).status).toBe(204);
  expect(await app.call(organizationScopesApi.remove, { token, params })).toMatchObject({
    status: 404,
    body: { code: 'entity.not_found' },
  });
  expect((await app.call(organizationScopesApi.get, { token, params })).body).toMatchObject({
    code: 'entity.not_exists_with_id',
  });
  expect((await app.call(organizationScopesApi.update, { token, params, body: { name: 'x' } })).body).toMatchObject({
    code: 'entity.not_exists',
  });
});

test('names are unique, even with ten concurrent requests and on rename', async () => {
  const answers = await Promise.all(Array.from({ length: 10 }, () => create('invite')));
  expect(answers.filter(({ status }) => status === 201)).toHaveLength(1);
  expect(answers.find(({ status }) => status !== 201)).toMatchObject({
    status: 422,
    body: { code: 'entity.unique_integrity_violation' },
  });
  const { body } = await create('expel');
  const renamed = await app.call(organizationScopesApi.update, {
    token,
    params: { id: body.id },
    body: { name: 'invite' },
  });
  expect(renamed).toMatchObject({ status: 422, body: { code: 'entity.unique_integrity_violation' } });
});

test('searches by a part of the name and escapes pattern characters', async () => {
  await create('read:bills');
  await create('100%_sure');
  const names = async (q: string) =>
    (await app.call(organizationScopesApi.list, { token, query: { q } })).body.map(({ name }) => name);
  expect(await names('BILL')).toEqual(['read:bills']);
  expect(await names('%bill%')).toEqual(['read:bills']);
  expect(await names('%_s')).toEqual(['100%_sure']);
  const page = await app.call(organizationScopesApi.list, { token, query: { page: '1', page_size: '1' } });
  expect(page.body).toHaveLength(1);
  expect(Number(page.headers['total-number'])).toBeGreaterThan(1);
});

test('another tenant sees nothing', async () => {
  const { body } = await create('mine');
  const calls = { token: await app.managementToken('admin'), tenantId: 'admin' };
  const params = { id: body.id };
  expect((await app.call(organizationScopesApi.list, calls)).body.map(({ id }) => id)).not.toContain(body.id);
  for (const answer of [
    await app.call(organizationScopesApi.get, { ...calls, params }),
    await app.call(organizationScopesApi.update, { ...calls, params, body: { name: 'stolen' } }),
    await app.call(organizationScopesApi.remove, { ...calls, params }),
  ]) {
    expect(answer.status).toBe(404);
  }
  expect((await app.call(organizationScopesApi.get, { token, params })).body.name).toBe('mine');
});
