import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { connectorsApi } from '@postern/contracts/messages/connectors';
import { messageLimitsApi } from '@postern/contracts/messages/message-limits';
import { verificationCodesApi } from '@postern/contracts/sign-in/verification-codes';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { changeSettings, visitor, ways } from '#testing/sign-in';
import { type TestApp, testApp } from '#testing/test-app';
import { type Message, sendMessage } from '../connectors/index.ts';
import { deleteOldCounts } from './store.ts';
import { mailboxOf, messageCaps } from './take-message.ts';

let app: TestApp;
let token: string;
let sent = 0;
const server = createServer((request, response) => {
  sent += 1;
  request.resume();
  response.writeHead(204).end();
});

beforeAll(async () => {
  await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready));
  app = await testApp({ ALLOW_PRIVATE_EGRESS: 'true' });
  token = await app.managementToken();
  const endpoint = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
  for (const connectorId of ['http-email', 'http-sms']) {
    await app.call(connectorsApi.create, { token, body: { connectorId, config: { endpoint } } });
  }
});
afterAll(async () => {
  await app.close();
  server.close();
});
beforeEach(async () => {
  sent = 0;
  await app.write('default', async (db) => {
    await db.deleteFrom('message_counters').execute();
    await db.deleteFrom('message_counts').execute();
    await db.deleteFrom('message_limits').execute();
  });
});

let recipients = 0;
const send = (more: Partial<Message> = {}) => {
  recipients += 1;
  const to = more.kind === 'Sms' ? String(491700000000 + recipients) : `person-${recipients}@example.org`;
  return sendMessage(app.app, 'default', { kind: 'Email', to, type: 'SignIn', payload: { code: '123456' }, ...more });
};
const refused = expect.objectContaining({ code: 'connector.rate_limit_exceeded', status: 429 });
const nothing = { hour: null, day: null };
const save = (email: { hour: number | null; day: number | null }, sms: typeof email = nothing) =>
  app.call(messageLimitsApi.save, { token, body: { email, sms } });
const alerts = async () => {
  await app.worker.drain();
  const rows = await app.read('default', (db) =>
    db.selectFrom('logs').select('payload').where('key', '=', 'Messages.Limit.Reached').orderBy('created_at').execute(),
  );
  return rows.map(({ payload }) => payload);
};

test.each([
  ['ada@example.org', 'ada@example.org'],
  ['ada+shop@example.org', 'ada@example.org'],
  ['ada+a+b@example.org', 'ada@example.org'],
  ['a.da@example.org', 'a.da@example.org'],
  ['a.d.a+x@gmail.com', 'ada@gmail.com'],
  ['+x@example.org', '+x@example.org'],
  ['"a@b"+x@example.org', '"a@b"@example.org'],
  ['@example.org', '@example.org'],
  ['nothing', 'nothing'],
])('the mailbox of %s is %s', (address, mailbox) => {
  expect(mailboxOf(address)).toBe(mailbox);
});

test('names after a plus bring a mailbox no more messages (attack 31)', async () => {
  const outcomes = [];
  for (let index = 0; index < messageCaps.Email.recipient + 3; index += 1) {
    outcomes.push(
      await send({ to: `victim+${index}@example.org` }).then(
        () => 'sent',
        () => 'refused',
      ),
    );
  }
  expect(outcomes.filter((outcome) => outcome === 'sent')).toHaveLength(messageCaps.Email.recipient);
  await send();
});

describe('limits of a tenant', () => {
  test('apply per hour and per day, separately for emails and text messages', async () => {
    const saved = await save({ hour: 2, day: 3 }, { hour: 1, day: null });
    expect(saved.body).toMatchObject({
      limits: { email: { hour: 2, day: 3 }, sms: { hour: 1, day: null } },
      effective: { email: { hour: 2, day: 3 }, sms: { hour: 1, day: 5000 } },
      used: { email: { hour: 0, day: 0 }, sms: { hour: 0, day: 0 } },
    });
    await send();
    await send();
    const error = await send().catch((one: unknown) => one);
    expect(error).toEqual(refused);
    const { retryAfter } = (error as { options: { retryAfter: number } }).options;
    expect(retryAfter).toBeGreaterThan(3590);
    expect(retryAfter).toBeLessThanOrEqual(3600);
    await send({ kind: 'Sms' });
    await expect(send({ kind: 'Sms' })).rejects.toEqual(refused);
    // The hour ends, the day goes on.
    const endHour = () =>
      app.write('default', (db) =>
        sql`update message_counters set window_start = now() - interval '61 minutes' where subject = 't:Email'`.execute(
          db,
        ),
      );
    await endHour();
    await send();
    await endHour();
    const late = await send().catch((one: unknown) => one);
    expect(late).toEqual(refused);
    expect((late as typeof error & { options: { retryAfter: number } }).options.retryAfter).toBeGreaterThan(80_000);
    expect(sent).toBe(4);
  });

  test('hold for parallel requests', async () => {
    await save({ hour: 3, day: null });
    const outcomes = await Promise.allSettled(Array.from({ length: 10 }, () => send()));
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(3);
    expect(sent).toBe(3);
  });

  test('are reported once at 80 and once at 100 percent, in the audit log', async () => {
    await save({ hour: 5, day: null });
    const before = (await alerts()).length;
    for (let index = 0; index < 3; index += 1) {
      await send();
    }
    expect((await alerts()).length).toBe(before);
    await send();
    await send();
    await expect(send()).rejects.toEqual(refused);
    await expect(send()).rejects.toEqual(refused);
    expect((await alerts()).slice(before)).toMatchObject([
      { kind: 'Email', window: 'hour', percent: 80, limit: 5 },
      { kind: 'Email', window: 'hour', percent: 100, limit: 5 },
    ]);
    expect((await app.call(messageLimitsApi.get, { token })).body.used.email).toEqual({ hour: 7, day: 5 });
  });

  test.each([
    { email: { hour: 0, day: 1 }, sms: nothing },
    { email: { hour: 1.5, day: 1 }, sms: nothing },
    { email: { hour: 1, day: 99_999_999_999 }, sms: nothing },
    { email: nothing },
    { email: nothing, sms: nothing, fax: nothing },
  ])('reject %j', async (body) => {
    expect((await app.call(messageLimitsApi.save, { token, body: body as never })).status).toBe(400);
  });

  test('of another tenant do not apply, and its numbers are not shown', async () => {
    await save({ hour: 1, day: 1 });
    await send();
    const admin = { tenantId: 'admin', token: await app.managementToken('admin') };
    const { body } = await app.call(messageLimitsApi.get, admin);
    expect(body).toMatchObject({ limits: { email: nothing, sms: nothing }, used: { email: { hour: 0, day: 0 } } });
    const counts = await app.call(messageLimitsApi.counts, { ...admin, query: { unit: 'hour' } });
    expect(counts.body.every(({ email }) => email.sent === 0)).toBe(true);
  });
});

describe('attack 31: message bombing and SMS pumping', () => {
  const fill = (prefix: string, count: number) =>
    app.write('default', (db) =>
      db.updateTable('message_counters').set({ count }).where('subject', 'like', `${prefix}%`).execute(),
    );

  test('a network of many addresses is limited: /24 of IPv4 and /48 of IPv6', async () => {
    for (const [one, sibling, stranger] of [
      ['8.8.8.7', '8.8.8.99', '8.8.9.7'],
      ['2001:4860:1:1::1', '2001:4860:1:2::1', '2001:4860:2:1::1'],
    ]) {
      await send({ kind: 'Sms', ip: one });
      await fill('n:', messageCaps.Sms.network);
      await expect(send({ kind: 'Sms', ip: sibling })).rejects.toEqual(refused);
      await send({ kind: 'Sms', ip: stranger });
      await app.write('default', (db) => db.deleteFrom('message_counters').execute());
    }
  });

  test('a private address is no network: all people behind a proxy would share it', async () => {
    await send({ ip: '10.1.2.3' });
    const rows = await app.read('default', (db) => db.selectFrom('message_counters').select('subject').execute());
    expect(rows.filter(({ subject }) => subject.startsWith('n:'))).toEqual([]);
  });

  test('codes of the management API count for the recipient and the tenant, but not for the address of the server', async () => {
    const ask = (email: string) => app.call(verificationCodesApi.request, { token, body: { email } });
    expect((await ask('first@example.org')).status).toBe(204);
    const rows = await app.read('default', (db) => db.selectFrom('message_counters').select('subject').execute());
    expect(rows.map(({ subject }) => subject.slice(0, 2)).sort()).toEqual(['d:', 'p:', 'r:', 's:', 't:']);
    await save({ hour: 1, day: null });
    const answer = await ask('second@example.org');
    expect(answer.status).toBe(429);
  });

  test('a refused code answers alike for known and unknown people, with the time to wait', async () => {
    await changeSettings(app, {
      signIn: ways({ identifier: 'email', verificationCode: true }),
      signUp: { identifiers: ['email'], password: false, verify: true },
    });
    await app.write('default', (db) =>
      db.insertInto('users').values({ id: 'knownperson1', primary_email: 'known@example.org' }).execute(),
    );
    await save({ hour: 1, day: null });
    await send();
    const answers = [];
    for (const value of ['known@example.org', 'unknown@example.org']) {
      const person = visitor(app);
      await person.arrive();
      await person.start('SignIn');
      const { status, body, headers } = await person.step('POST', '/verification/verification-code', {
        identifier: { type: 'email', value },
        interactionEvent: 'SignIn',
      });
      answers.push([status, body]);
      expect(Number(headers['retry-after'])).toBeGreaterThan(3500);
    }
    expect(answers[0]).toEqual(answers[1]);
    expect(answers[0]).toMatchObject([429, { code: 'connector.rate_limit_exceeded' }]);
    expect(sent).toBe(1);
  });
});

describe('counts', () => {
  test('show sent and refused messages per hour and per day', async () => {
    await save({ hour: 2, day: null });
    await send();
    await send();
    await expect(send()).rejects.toEqual(refused);
    await send({ kind: 'Sms' });
    for (const [unit, length] of [
      ['hour', 48],
      ['day', 30],
    ] as const) {
      const { status, body } = await app.call(messageLimitsApi.counts, { token, query: { unit } });
      expect([status, body.length]).toEqual([200, length]);
      expect(body.map(({ at }) => at)).toEqual(body.map(({ at }) => at).toSorted((one, other) => one - other));
      const total = (pick: (one: (typeof body)[number]) => number) => body.reduce((sum, one) => sum + pick(one), 0);
      expect([total(({ email }) => email.sent), total(({ email }) => email.refused)]).toEqual([2, 1]);
      expect([total(({ sms }) => sms.sent), total(({ sms }) => sms.refused)]).toEqual([1, 0]);
    }
  });

  test('are read by key, and forgotten after two months', async () => {
    await app.write('default', (db) =>
      sql`insert into message_counts (channel, hour, sent)
        select k, date_trunc('hour', now()) - n * interval '1 hour', 1
        from generate_series(0, 24 * 70) n, unnest(array['Email', 'Sms']) k`.execute(db),
    );
    const { rows } = await app.read('default', (db) =>
      sql<{ 'QUERY PLAN': string }>`explain select * from message_counts
        where channel in ('Email', 'Sms') and hour >= now() - interval '31 days'`.execute(db),
    );
    expect(rows.map((row) => row['QUERY PLAN']).join('\n')).not.toContain('Seq Scan');
    await app.app.tenancy.system((db) => deleteOldCounts(db));
    const left = await app.read('default', (db) =>
      db
        .selectFrom('message_counts')
        .select((eb) => eb.fn.countAll<number>().as('n'))
        .where('hour', '<', sql<number>`now() - interval '62 days'`)
        .executeTakeFirst(),
    );
    expect(Number(left?.n)).toBe(0);
    const { body } = await app.call(messageLimitsApi.counts, { token, query: { unit: 'hour' } });
    expect(body.every(({ email, sms }) => email.sent === 1 && sms.sent === 1)).toBe(true);
  });
});
