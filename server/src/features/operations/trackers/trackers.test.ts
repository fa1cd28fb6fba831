import { createServer, type Server } from 'node:http';
import { applicationsApi } from '@postern/contracts/access/applications';
import { customJwtApi } from '@postern/contracts/access/custom-jwt';
import { signInExperienceApi } from '@postern/contracts/experience/sign-in-experience-settings';
import { pageViewsApi } from '@postern/contracts/operations/page-views';
import { usersApi } from '@postern/contracts/people/users';
import { adminTenantId } from '@postern/contracts/wire';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { emit } from '#platform/jobs/events';
import type { OutboxEvent } from '#platform/jobs/outbox';
import { consolePerson } from '#testing/members';
import { type TestApp, testApp } from '#testing/test-app';
import { productEventOf } from './product-events.ts';
import { messageOfEvent } from './send.ts';

type Message = { event: string; distinct_id: string; uuid: string; properties: Record<string, unknown> };

let receiver: Server;
let app: TestApp;
let cloud: TestApp;
let quiet: TestApp;
let received: { api_key: string; batch: Message[] }[] = [];
let status = 200;

beforeAll(async () => {
  receiver = createServer(async (request, response) => {
    const body = Buffer.concat(await request.toArray()).toString();
    received.push(JSON.parse(body));
    response.writeHead(status).end();
  });
  await new Promise<void>((resolve) => receiver.listen(0, '127.0.0.1', resolve));
  const { port } = receiver.address() as { port: number };
  const tracked = {
    ALLOW_PRIVATE_EGRESS: 'true',
    TRACKER_URL: `http://127.0.0.1:${port}/batch`,
    TRACKER_KEY: 'phc_public',
  };
  app = await testApp(tracked);
  cloud = await testApp({ ...tracked, EDITION: 'cloud' });
  quiet = await testApp({ ALLOW_PRIVATE_EGRESS: 'true' });
});
afterAll(async () => {
  await Promise.all([app.close(), cloud.close(), quiet.close()]);
  await new Promise((resolve) => receiver.close(resolve));
});
beforeEach(async () => {
  status = 200;
  await app.worker.drain();
  received = [];
});

const messages = () => received.flatMap(({ batch }) => batch);
const events = () => messages().map(({ event }) => event);

test('product events reach the tracker without anything about people', async () => {
  const person = await consolePerson(cloud, 'ada_tracked');
  const tenantId = await person.createTenant('Secret Company');
  await cloud.write(adminTenantId, (db) => emit(db, { name: 'User.Created', subjectId: person.id }));
  await cloud.worker.drain();
  expect(events()).toEqual(expect.arrayContaining(['developer created', 'tenant created']));
  expect(messages().find(({ event }) => event === 'tenant created')).toMatchObject({
    distinct_id: 'TENANT_EVENT',
    properties: { $groups: { tenant: tenantId }, edition: 'cloud' },
  });
  expect(messages().find(({ event }) => event === 'developer created')?.properties.conversion).toBe('registration');
  expect(received[0]?.api_key).toBe('phc_public');
  expect(JSON.stringify(received)).not.toMatch(/ada|Secret Company/);
});

test('changes of a tenant have the names of the product events', async () => {
  const token = await app.managementToken();
  const { body: application } = await app.call(applicationsApi.create, {
    token,
    body: { name: 'Shop for Ada', type: 'SPA' },
  });
  await app.call(applicationsApi.remove, { token, params: { id: application.id } });
  await app.call(usersApi.create, { token, body: { username: 'end_user' } });
  const params = { tokenTypePath: 'access-token' };
  await app.call(customJwtApi.save, { token, params, body: { script: '' } });
  const factors = ['Totp' as const];
  await app.call(signInExperienceApi.update, { token, body: { mfa: { factors, policy: 'PromptOnlyAtSignIn' } } });
  await app.call(signInExperienceApi.update, { token, body: { mfa: { factors: [], policy: 'PromptOnlyAtSignIn' } } });
  await app.worker.drain();
  expect(events()).toEqual(['app created', 'app deleted', 'custom jwt deployed', 'mfa enabled', 'mfa disabled']);
  expect(JSON.stringify(received)).not.toMatch(/Shop|end_user/);
});

test('a tracker that fails gets the same messages later', async () => {
  const token = await app.managementToken();
  status = 500;
  await app.call(applicationsApi.create, { token, body: { name: 'Shop', type: 'SPA' } });
  await app.worker.drain();
  const [first] = messages();
  expect(first?.event).toBe('app created');
  status = 200;
  await app.app.tenancy.system((db) => sql`update jobs set due_at = now() where queue = 'trackers.send'`.execute(db));
  await app.worker.drain();
  expect(messages()).toEqual([first, first]);
});

test('tokens are counted once a day, and have the same ID when sent again', async () => {
  await app.app.tenancy.system((db) =>
    sql`insert into daily_usage (tenant_id, day, active_users, tokens)
      values ('default', (now() at time zone 'UTC')::date - 1, 1, 42) on conflict (tenant_id, day) do update set tokens = 42`.execute(
      db,
    ),
  );
  const run = () =>
    app.app.tenancy.system((db) =>
      sql`insert into jobs (tenant_id, queue, payload, due_at) values ('*', 'trackers.tokens', '{}', now())`.execute(
        db,
      ),
    );
  for (let round = 0; round < 2; round += 1) {
    await run();
    await app.worker.drain();
  }
  const sent = messages().filter(({ event }) => event === 'access token issued');
  expect(sent).toHaveLength(2);
  expect(sent[0]).toEqual(sent[1]);
  expect(sent[0]?.properties).toMatchObject({ $groups: { tenant: 'default' }, count: 42 });
});

test('page views are patterns', async () => {
  const person = await consolePerson(cloud, 'visitor');
  await cloud.worker.drain();
  received = [];
  const { status: answer } = await cloud.call(pageViewsApi.create, {
    token: person.me,
    body: { path: '/:tenantId/users/:id/roles' },
  });
  expect(answer).toBe(204);
  const refused = await cloud.call(pageViewsApi.create, { token: person.me, body: { path: '/users/u8f3k2' } });
  expect(refused.status).toBe(400);
  await cloud.worker.drain();
  expect(messages()).toMatchObject([
    { event: '$pageview', distinct_id: 'PAGE_VIEW', properties: { $pathname: '/:tenantId/users/:id/roles' } },
  ]);
  expect(JSON.stringify(received)).not.toContain('visitor');
});

test('nothing is queued without a tracker', async () => {
  const token = await quiet.managementToken();
  await quiet.call(applicationsApi.create, { token, body: { name: 'Shop', type: 'SPA' } });
  await quiet.worker.drain();
  const jobs = await quiet.app.tenancy.system((db) => sql`select from jobs where queue like 'trackers.%'`.execute(db));
  expect(jobs.rows).toEqual([]);
});

test('a plan that an operator sets without payment is no conversion', () => {
  const event = (data: object) =>
    productEventOf({
      tenantId: adminTenantId,
      name: 'Tenant.Plan.Updated',
      subjectId: 't',
      id: 'e',
      createdAt: 0,
      data: { before: { planId: 'free' }, after: { planId: 'pro-202606' }, ...data },
    } as unknown as OutboxEvent);
  const conversionOf = (data: object) => {
    const message = event(data);
    return message && messageOfEvent(message, 'cloud');
  };
  expect(conversionOf({})).toMatchObject({ event: 'pro plan subscribed', properties: { conversion: 'subscription' } });
  const unpaid = conversionOf({ isPaid: false });
  expect(unpaid).toMatchObject({ event: 'pro plan subscribed' });
  expect(unpaid?.properties).not.toHaveProperty('conversion');
});
