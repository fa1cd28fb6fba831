import { accountVerificationsApi } from '@postern/contracts/account/account-verifications';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { accountToken, allEditable, newOwner, openAccountCenter } from '#testing/account';
import { changeSettings, forgetPauses, lastMessage } from '#testing/sign-in';
import { type TestApp, testApp } from '#testing/test-app';

let app: TestApp;
let manager: string;

beforeAll(async () => {
  app = await testApp();
  manager = await app.managementToken();
  await openAccountCenter(app, manager);
});
afterAll(() => app.close());

const owner = (more = {}) => newOwner(app, manager, more);
const codeOf = ({ status, body }: { status: number; body: unknown }) => [
  status,
  (body as { code?: string } | undefined)?.code,
];

describe('codes (attack 27)', () => {
  const identifier = { type: 'email', value: 'coded@example.com' } as const;

  test('are not in the response, work once and only for their owner', async () => {
    const [person, other] = [await owner(), await owner()];
    const sent = await app.call(accountVerificationsApi.sendCode, { token: person.token, body: { identifier } });
    expect(sent.status).toBe(201);
    expect(new Date(sent.body.expiresAt).getTime()).toBeGreaterThan(Date.now() + 9 * 60_000);
    const { code } = await lastMessage(app, identifier.value);
    expect(JSON.stringify(sent.body)).not.toContain(code);
    const body = { identifier, verificationId: sent.body.verificationRecordId, code };
    const stranger = await app.call(accountVerificationsApi.verifyCode, { token: other.token, body });
    expect(codeOf(stranger)).toEqual([400, 'verification_record.not_found']);
    const elsewhere = { ...body, identifier: { type: 'email', value: 'x@example.com' } as const };
    const mismatch = await app.call(accountVerificationsApi.verifyCode, { token: person.token, body: elsewhere });
    expect(codeOf(mismatch)).toEqual([400, 'verification_code.email_mismatch']);
    const answers = await Promise.all(
      Array.from({ length: 5 }, () => app.call(accountVerificationsApi.verifyCode, { token: person.token, body })),
    );
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
  });

  test('can be requested again immediately, and a new code invalidates the old one', async () => {
    const { token } = await owner();
    const twice = { type: 'email', value: 'twice@example.com' } as const;
    const send = () => app.call(accountVerificationsApi.sendCode, { token, body: { identifier: twice } });
    const one = await send();
    const { rows } = await app.read('default', (db) =>
      sql<{ code: string }>`select code from mailbox_messages where recipient = ${twice.value}`.execute(db),
    );
    const two = await send();
    expect([one.status, two.status]).toEqual([201, 201]);
    const verify = (verificationId: string, code: string) =>
      app.call(accountVerificationsApi.verifyCode, { token, body: { identifier: twice, verificationId, code } });
    expect(codeOf(await verify(one.body.verificationRecordId, rows[0]?.code ?? ''))).toEqual([
      400,
      'verification_code.not_found',
    ]);
    const { code } = await lastMessage(app, twice.value);
    expect((await verify(two.body.verificationRecordId, code)).status).toBe(200);
  });

  test('are limited to a burst, then rejected with 429 (attack 31)', async () => {
    const { token } = await owner();
    const identifier = { type: 'email', value: 'burst@example.com' } as const;
    const statuses: number[] = [];
    for (let count = 0; count < 6; count += 1) {
      statuses.push((await app.call(accountVerificationsApi.sendCode, { token, body: { identifier } })).status);
    }
    expect(statuses).toEqual([201, 201, 201, 201, 201, 429]);
  });

  test('count wrong guesses per address across all records and users', async () => {
    await changeSettings(app, { sentinelPolicy: { maxAttempts: 4, lockoutDuration: 10 } });
    const address = { type: 'email', value: 'guessed@example.com' } as const;
    const codes: (string | undefined)[] = [];
    for (const { token } of [await owner(), await owner(), await owner()]) {
      await forgetPauses(app);
      const { body } = await app.call(accountVerificationsApi.sendCode, { token, body: { identifier: address } });
      for (const code of ['wrong1', 'wrong2']) {
        const guess = { identifier: address, verificationId: body.verificationRecordId, code };
        codes.push(codeOf(await app.call(accountVerificationsApi.verifyCode, { token, body: guess }))[1] as string);
      }
    }
    expect(codes.slice(0, 3)).toEqual(Array(3).fill('verification_code.code_mismatch'));
    expect(codes.slice(3)).toEqual(Array(3).fill('session.verification_blocked_too_many_attempts'));
    await changeSettings(app, { sentinelPolicy: {} });
  });
});

describe('attack 31: sends codes only to permitted addresses', () => {
  const send = (token: string, type: 'email' | 'phone', value: string) =>
    app.call(accountVerificationsApi.sendCode, { token, body: { identifier: { type, value } } });
  const messagesTo = (recipient: string) =>
    app.read('default', (db) =>
      db.selectFrom('mailbox_messages').select('id').where('recipient', '=', recipient).execute(),
    );

  test.each(['Off', 'ReadOnly'] as const)('sends only to the own address while the field is %s', async (mode) => {
    const mine = `mine-${mode.toLowerCase()}@example.com`;
    const stranger = `stranger-${mode.toLowerCase()}@example.com`;
    const { token } = await owner({ primaryEmail: mine });
    await openAccountCenter(app, manager, { ...allEditable, email: mode, phone: mode });
    try {
      expect((await send(token, 'email', mine)).status).toBe(201);
      expect(codeOf(await send(token, 'email', stranger))).toEqual([400, 'account_center.field_not_editable']);
      expect(codeOf(await send(token, 'phone', '4930999999'))).toEqual([400, 'account_center.field_not_editable']);
      expect(await messagesTo(stranger)).toEqual([]);
    } finally {
      await openAccountCenter(app, manager);
    }
  });

  test('rejects addresses that the token may not see, own or not', async () => {
    const person = await owner({ primaryEmail: 'unseen@example.com' });
    const token = await accountToken(app, person, 'openid profile');
    for (const value of ['unseen@example.com', 'other@example.com']) {
      expect(codeOf(await send(token, 'email', value))).toEqual([400, 'auth.unauthorized']);
    }
    expect(await messagesTo('unseen@example.com')).toEqual([]);
  });

  test('rejects blocked addresses', async () => {
    const { token } = await owner();
    await changeSettings(app, { emailBlocklistPolicy: { customBlocklist: ['@blocked.example'] } });
    try {
      expect(codeOf(await send(token, 'email', 'any@blocked.example'))).toEqual([
        422,
        'session.email_blocklist.email_not_allowed',
      ]);
    } finally {
      await changeSettings(app, { emailBlocklistPolicy: {} });
    }
  });
});
