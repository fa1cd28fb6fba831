import { organizationMembersApi } from '@postern/contracts/people/organization-members';
import { organizationsApi } from '@postern/contracts/people/organizations';
import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { clientOptions } from '../../../platform/db.ts';
import { least } from '../../../platform/testing/measure.ts';
import { type TestApp, testApp } from '../../../testing.ts';

/** A tenant with 100,000 organizations, one of them with 10,000 members: lists must not read all of them. */
let app: TestApp;
let token: string;

beforeAll(async () => {
  app = await testApp();
  token = await app.managementToken();
  const owner = new pg.Client(clientOptions(app.address, 'test'));
  await owner.connect();
  await owner.query("select set_config('app.tenant_id', 'default', false)");
  await owner.query(`insert into organizations (id, name, created_at)
    select 'o' || n, 'Organization ' || md5(n::text), now() - n * interval '1 minute' from generate_series(1, 100000) n`);
  await owner.query(`insert into users (id, name, primary_email)
    select 'u' || n, 'Person ' || md5(n::text), 'p' || n || '@example.org' from generate_series(1, 10000) n`);
  await owner.query(`insert into organization_users (organization_id, user_id, created_at)
    select 'o1', 'u' || n, now() - n * interval '1 second' from generate_series(1, 10000) n`);
  await owner.query('analyze organizations, users, organization_users, organization_counts');
  await owner.end();
}, 120_000);
afterAll(() => app.close());

const limit = 100;

async function expectFast(call: () => Promise<{ status: number }>): Promise<void> {
  const took = await least(limit, async () => {
    const startedAt = performance.now();
    expect((await call()).status).toBe(200);
    return performance.now() - startedAt;
  });
  expect(took).toBeLessThan(limit);
}

test('the list of organizations with their members', async () => {
  const query = { showFeatured: '1', page_size: '100' };
  const { body, headers } = await app.call(organizationsApi.list, { token, query });
  expect(Number(headers['total-number'])).toBe(100_000);
  expect(body[0]).toMatchObject({ id: 'o1', usersCount: 10_000 });
  expect(body[0]?.featuredUsers).toHaveLength(3);
  await expectFast(() => app.call(organizationsApi.list, { token, query }));
});

test('a search for an organization', async () => {
  const q = '9c2f4d6c';
  await expectFast(() => app.call(organizationsApi.list, { token, query: { q } }));
});

test('the list of members, and a search in it', async () => {
  const params = { id: 'o1' };
  const { body, headers } = await app.call(organizationMembersApi.list, { token, params });
  expect([body[0]?.id, body.length, Number(headers['total-number'])]).toEqual(['u1', 20, 10_000]);
  await expectFast(() => app.call(organizationMembersApi.list, { token, params, query: { page_size: '100' } }));
  const found = await app.call(organizationMembersApi.list, { token, params, query: { q: 'p9999@' } });
  expect(found.body.map(({ id }) => id)).toEqual(['u9999']);
  await expectFast(() => app.call(organizationMembersApi.list, { token, params, query: { q: 'p9999@' } }));
});
