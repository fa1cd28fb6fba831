import { mailboxApi } from '@postern/contracts/messages/mailbox';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type TestApp, testApp } from '#testing/test-app';
import { sendMessage } from '../connectors/index.ts';
import { purgeMessages } from './store.ts';

let app: TestApp;
let token: string;

beforeAll(async () => {
  app = await testApp();
  token = await app.managementToken();
});
afterAll(() => app.close());

const list = async (query: Record<string, string> = {}) => app.call(mailboxApi.list, { token, query });
const send = (to: string, code: string, kind: 'Email' | 'Sms' = 'Email') =>
  sendMessage(app.app, 'default', { kind, to, type: 'SignIn', payload: { code } });

test('stores messages without a connector, newest first, and logs their code', async () => {
  await send('first@example.org', '111111');
  await send('491701234567', '222222', 'Sms');
  const { status, body, headers } = await list();
  expect([status, headers['total-number']]).toEqual([200, '2']);
  expect(body).toMatchObject([
    { kind: 'Sms', recipient: '491701234567', subject: null, contentType: 'text/plain', code: '222222', link: null },
    {
      kind: 'Email',
      recipient: 'first@example.org',
      templateType: 'SignIn',
      subject: '111111 is your code to sign in to core.test',
      contentType: 'text/html',
      code: '111111',
    },
  ]);
  expect(body[1]?.content).toContain('111111');
  expect(app.logs.join('')).toContain('mailbox: Email to first@example.org, code 111111');
  expect((await list({ page: '2', page_size: '1' })).body).toMatchObject([{ code: '111111' }]);
});

test('uses the tenant’s template', async () => {
  await app.write('default', (db) =>
    db
      .insertInto('email_templates')
      .values({
        id: 't',
        language_tag: 'en',
        template_type: 'SignIn',
        details: JSON.stringify({ subject: 'Hi {{user.name}}', content: '<i>{{user.name}}</i>' }),
      })
      .execute(),
  );
  await sendMessage(app.app, 'default', {
    kind: 'Email',
    to: 'second@example.org',
    type: 'SignIn',
    payload: { code: '3', user: { name: '<b>' } },
  });
  expect((await list()).body[0]).toMatchObject({ subject: 'Hi <b>', content: '<i>&lt;b&gt;</i>' });
});

test('can be cleared, and another tenant sees nothing of it', async () => {
  await send('third@example.org', '4');
  const calls = { token: await app.managementToken('admin'), tenantId: 'admin' };
  expect((await app.call(mailboxApi.list, calls)).body).toEqual([]);
  expect((await app.call(mailboxApi.clear, calls)).status).toBe(204);
  expect((await list()).body.length).toBeGreaterThan(0);
  expect((await app.call(mailboxApi.clear, { token })).status).toBe(204);
  expect((await list()).body).toEqual([]);
});

test('deletes old messages and those beyond the newest 200', async () => {
  const insert = (id: string, age: string, count: number) =>
    app.write('default', async (db) => {
      const values = Array.from({ length: count }, (_, index) => ({
        id: `${id}${index}`,
        kind: 'Email',
        recipient: 'a@b.c',
        template_type: 'SignIn',
        content: '',
        created_at: age,
      }));
      await db.insertInto('mailbox_messages').values(values).execute();
    });
  await insert('old', new Date(Date.now() - 25 * 3_600_000).toISOString(), 3);
  await insert('new', new Date().toISOString(), 205);
  await app.app.tenancy.system(purgeMessages);
  expect((await list()).headers['total-number']).toBe('200');
});

test('the console knows whether there is a mailbox; in production there is none', async () => {
  const production = await app.another({ NODE_ENV: 'production' });
  const reportedBy = async ({ admin }: Pick<typeof production, 'admin'>) => {
    const { payload } = await admin.inject({ method: 'GET', url: '/console/mailbox', headers: { host: 'admin.test' } });
    return /"hasMailbox":(true|false)/.exec(payload)?.[1];
  };
  expect([await reportedBy(app), await reportedBy(production)]).toEqual(['true', 'false']);
});
