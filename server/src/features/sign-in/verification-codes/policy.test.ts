import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { accountVerificationsApi } from '@postern/contracts/account/account-verifications';
import { meApi } from '@postern/contracts/account/me';
import { signInExperienceApi } from '@postern/contracts/experience/sign-in-experience-settings';
import { connectorsApi } from '@postern/contracts/messages/connectors';
import { organizationInvitationsApi } from '@postern/contracts/people/organization-invitations';
import { organizationsApi } from '@postern/contracts/people/organizations';
import { webhooksApi } from '@postern/contracts/records/webhooks';
import { verificationCodesApi } from '@postern/contracts/sign-in/verification-codes';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { newOwner, openAccountCenter } from '#testing/account';
import { changeSettings, forgetPauses, visitor, ways } from '#testing/sign-in';
import { type TestApp, testApp } from '#testing/test-app';
import { consoleTokens } from '#testing/tokens';
import { startReceiver } from '../../records/webhooks/testing.ts';

type Sent = { to: string; type: string; payload: { code?: string }; ip?: string };
let sent: Sent[] = [];
let answer = 200;
let endpoint: Server;
let app: TestApp;
let token: string;

beforeAll(async () => {
  endpoint = createServer(async (request, response) => {
    let text = '';
    for await (const chunk of request) {
      text += chunk;
    }
    sent.push(JSON.parse(text));
    response.writeHead(answer).end('{}');
  });
  await new Promise<void>((resolve) => endpoint.listen(0, '127.0.0.1', resolve));
  app = await testApp({ ALLOW_PRIVATE_EGRESS: 'true' });
  token = await app.managementToken();
  const config = { endpoint: `http://127.0.0.1:${(endpoint.address() as AddressInfo).port}/` };
  for (const tenantId of ['default', 'admin']) {
    for (const connectorId of ['http-email', 'http-sms']) {
      const bearer = { tenantId, token: await app.managementToken(tenantId) };
      expect((await app.call(connectorsApi.create, { ...bearer, body: { connectorId, config } })).status).toBe(200);
    }
  }
  await openAccountCenter(app, token);
  await changeSettings(app, {
    signIn: ways(
      { identifier: 'username', password: true },
      { identifier: 'email', verificationCode: true },
      { identifier: 'phone', verificationCode: true },
    ),
    signUp: { identifiers: [], password: false, verify: false },
  });
});
afterAll(async () => {
  await app.close();
  endpoint.close();
});
beforeEach(async () => {
  sent = [];
  answer = 200;
  await forgetPauses(app);
  await forgetPauses(app, 'admin');
  await changeSettings(app, { verificationCodePolicy: {} });
});

const ask = (body: { email: string } | { phone: string }) => app.call(verificationCodesApi.request, { token, body });
const save = (body: object) => app.call(signInExperienceApi.update, { token, body });
/** The limit of half a minute is stricter, and not what is tested here. */
const forgetBursts = (tenantId = 'default') =>
  app.write(tenantId, (db) => db.deleteFrom('message_counters').where('subject', 'like', 'p:%').execute());
const secondsOf = async (identifier: string, tenantId = 'default', on = app) => {
  const { rows } = await on.read(tenantId, (db) =>
    sql<{ seconds: number }>`select round(extract(epoch from expires_at - created_at))::int as seconds from passcodes
      where identifier = ${identifier} order by created_at desc limit 1`.execute(db),
  );
  return rows[0]?.seconds;
};

let people = 0;
async function arrived() {
  const person = visitor(app);
  await person.arrive();
  await person.start('SignIn');
  return person;
}
const nextEmail = () => {
  people += 1;
  return `coded${people}@example.com`;
};

/** Every way in which the tenant sends a code to an address of nobody. */
const routes: [string, (email: string) => Promise<{ status: number; body: unknown }>][] = [
  ['management API', (email) => ask({ email })],
  [
    'sign-in',
    async (value) =>
      (await arrived()).step('POST', '/verification/verification-code', {
        identifier: { type: 'email', value },
        interactionEvent: 'SignIn',
      }),
  ],
  [
    'legacy interaction',
    async (email) => {
      const person = visitor(app);
      await person.arrive();
      await person.legacy('PUT', '', { event: 'SignIn' });
      return person.legacy('POST', '/verification/verification-code', { email });
    },
  ],
];

describe('the policy for codes', () => {
  test('is empty by default, is saved as a whole, and is public', async () => {
    expect((await app.call(signInExperienceApi.get, { token })).body.verificationCodePolicy).toEqual({});
    const verificationCodePolicy = { expirationDuration: 60, maxRetryAttempts: 100 };
    expect((await save({ verificationCodePolicy })).body).toMatchObject({ verificationCodePolicy });
    const next = await save({ verificationCodePolicy: { expirationDuration: 3600 } });
    expect(next.body.verificationCodePolicy).toEqual({ expirationDuration: 3600 });
  });

  test.each([
    { expirationDuration: 59 },
    { expirationDuration: 3601 },
    { expirationDuration: 90.5 },
    { expirationDuration: '600' },
    { expirationDuration: null },
    { maxRetryAttempts: 0 },
    { maxRetryAttempts: 101 },
    { length: 8 },
    [],
    null,
  ])('cannot be %j', async (verificationCodePolicy) => {
    const { status, body } = await save({ verificationCodePolicy });
    expect([status, body]).toMatchObject([400, { code: 'guard.invalid_input' }]);
  });

  test.each(routes)('sets how long a code of the %s is valid', async (_, send) => {
    const first = nextEmail();
    expect((await send(first)).status).toBeLessThan(300);
    expect(await secondsOf(first)).toBe(600);
    await changeSettings(app, { verificationCodePolicy: { expirationDuration: 3600 } });
    const second = nextEmail();
    await send(second);
    expect(await secondsOf(second)).toBe(3600);
  });

  test('codes of the account API and of the console are valid for ten minutes at most, as their records are', async () => {
    const owner = await newOwner(app, token, {});
    const cloud = await testApp({ EDITION: 'cloud' });
    const { me } = await consoleTokens(cloud, 'coded');
    for (const [expirationDuration, seconds] of [
      [3600, 600],
      [120, 120],
    ] as const) {
      await changeSettings(app, { verificationCodePolicy: { expirationDuration } });
      await changeSettings(cloud, { verificationCodePolicy: { expirationDuration } }, 'admin');
      const [one, two] = [nextEmail(), nextEmail()];
      const identifier = { type: 'email', value: one } as const;
      expect(
        (await app.call(accountVerificationsApi.sendCode, { token: owner.token, body: { identifier } })).status,
      ).toBe(201);
      expect(await secondsOf(one)).toBe(seconds);
      expect((await cloud.call(meApi.sendCode, { token: me, body: { email: two } })).status).toBe(204);
      expect(await secondsOf(two, 'admin', cloud)).toBe(seconds);
    }
    await cloud.close();
  });

  test('sets how many attempts a code has, also for codes that were sent before', async () => {
    const email = nextEmail();
    await ask({ email });
    const code = sent.at(-1)?.payload.code ?? '';
    const wrong = code === '000000' ? '111111' : '000000';
    const verify = async (verificationCode: string) =>
      (await app.call(verificationCodesApi.verify, { token, body: { email, verificationCode } })).body;
    await changeSettings(app, { verificationCodePolicy: { maxRetryAttempts: 2 } });
    expect(await verify(wrong)).toMatchObject({ code: 'verification_code.code_mismatch' });
    expect(await verify(wrong)).toMatchObject({ code: 'verification_code.code_mismatch' });
    expect(await verify(code)).toMatchObject({ code: 'verification_code.exceed_max_try' });
    await changeSettings(app, { verificationCodePolicy: { maxRetryAttempts: 100 } });
    expect(await verify(code)).toBe('');
  });

  test('of another tenant does not apply', async () => {
    await changeSettings(app, { verificationCodePolicy: { expirationDuration: 60 } });
    const email = nextEmail();
    const body = { email };
    const bearer = { tenantId: 'admin', token: await app.managementToken('admin') };
    expect((await app.call(verificationCodesApi.request, { ...bearer, body })).status).toBe(204);
    expect(await secondsOf(email, 'admin')).toBe(600);
  });
});

describe('a recipient gets at most ten codes in ten minutes', () => {
  const refused = { status: 429, body: { code: 'request.message_rate_limited' } };
  const sendTen = async (body: { email: string } | { phone: string }) => {
    for (let count = 0; count < 10; count += 1) {
      expect((await ask(body)).status).toBe(204);
      await forgetBursts();
    }
  };

  test('over all ways that send codes, in any spelling, with the time to wait', async () => {
    const email = nextEmail();
    await sendTen({ email });
    for (const [, send] of routes) {
      expect(await send(email.toUpperCase())).toMatchObject(refused);
    }
    const { headers } = await ask({ email });
    expect(Number(headers['retry-after'])).toBeGreaterThan(590);
    expect(Number(headers['retry-after'])).toBeLessThanOrEqual(600);
    expect(sent).toHaveLength(10);
    expect((await ask({ email: nextEmail() })).status).toBe(204);
    const bearer = { tenantId: 'admin', token: await app.managementToken('admin') };
    expect((await app.call(verificationCodesApi.request, { ...bearer, body: { email } })).status).toBe(204);
  });

  test('and a webhook learns of refused codes of the sign-in and of the account API', async () => {
    const receiver = await startReceiver();
    await app.call(webhooksApi.create, {
      token,
      body: { events: ['Message.RateLimited'], config: { url: receiver.url } },
    });
    const email = nextEmail();
    const owner = await newOwner(app, token, { primaryEmail: email });
    await sendTen({ email });
    for (const [, send] of routes) {
      expect(await send(email)).toMatchObject(refused);
    }
    const identifier = { type: 'email', value: email } as const;
    expect(
      await app.call(accountVerificationsApi.sendCode, { token: owner.token, body: { identifier } }),
    ).toMatchObject(refused);
    await app.worker.drain();
    const events = receiver.received.map(({ json }) => json);
    const common = { event: 'Message.RateLimited', action: 'VerificationCodeSend', recipient: email };
    expect(events).toHaveLength(2);
    expect(events).toContainEqual(expect.objectContaining({ ...common, interactionEvent: 'SignIn' }));
    expect(events.every((one) => (one as { applicationId: string }).applicationId === 'demo-app')).toBe(true);
    receiver.close();
  });

  test('by text message too', async () => {
    const phone = '4915199887766';
    await sendTen({ phone });
    expect(await ask({ phone })).toMatchObject(refused);
  });

  test('in a window that moves: when the first one is ten minutes old, one more is sent', async () => {
    const email = nextEmail();
    await sendTen({ email });
    await app.write('default', (db) =>
      sql`update message_counters set sent_at = (now() - interval '601 seconds') || sent_at[2:]
        where subject like 's:%'`.execute(db),
    );
    expect((await ask({ email })).status).toBe(204);
    expect(await ask({ email })).toMatchObject(refused);
  });

  test('also of requests at the same time', async () => {
    const email = nextEmail();
    await sendTen({ email });
    await app.write('default', (db) =>
      sql`update message_counters set sent_at = sent_at[4:] where subject like 's:%'`.execute(db),
    );
    const answers = await Promise.all(Array.from({ length: 5 }, () => ask({ email })));
    expect(answers.filter(({ status }) => status === 204)).toHaveLength(3);
    expect(sent).toHaveLength(13);
  });

  test('and what could not be sent, or what another limit refused, does not count', async () => {
    const email = nextEmail();
    answer = 500;
    for (let count = 0; count < 5; count += 1) {
      expect((await ask({ email })).status).toBe(400);
      await forgetBursts();
    }
    answer = 200;
    for (let count = 0; count < 8; count += 1) {
      await ask({ email });
    }
    // Five of them were sent, because of the limit of half a minute.
    await forgetBursts();
    for (let count = 0; count < 5; count += 1) {
      expect((await ask({ email })).status).toBe(204);
    }
    await forgetBursts();
    expect(await ask({ email })).toMatchObject(refused);
  });

  test('and ten invitations, which are counted apart', async () => {
    const email = nextEmail();
    const { body: organization } = await app.call(organizationsApi.create, { token, body: { name: 'Invited' } });
    const expiresAt = Date.now() + 3_600_000;
    const body = { invitee: email, organizationId: organization.id, expiresAt, messagePayload: {} };
    const { body: invitation } = await app.call(organizationInvitationsApi.create, { token, body });
    const again = () =>
      app.call(organizationInvitationsApi.sendMessage, { token, params: { id: invitation.id }, body: {} });
    for (let count = 1; count < 10; count += 1) {
      await forgetBursts();
      expect((await again()).status).toBe(204);
    }
    await forgetBursts();
    expect(await again()).toMatchObject(refused);
    expect((await ask({ email })).status).toBe(204);
  });

  test('and the connector learns the address of the requester', async () => {
    await ask({ email: nextEmail() });
    expect(sent).toMatchObject([{ ip: '127.0.0.1' }]);
  });
});
