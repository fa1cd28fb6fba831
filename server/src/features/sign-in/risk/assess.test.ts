import { type RiskAction, signInProtectionApi } from '@postern/contracts/experience/sign-in-protection';
import { auditApi } from '@postern/contracts/records/audit';
import { timeZoneHeader } from '@postern/contracts/wire';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { hashPassword } from '#features/people/users';
import { flushLogs } from '#features/records/audit';
import { addTotp, appWithFactors, codeNow, createPerson } from '#testing/factors';
import { recordStatements } from '#testing/plans';
import { changeSettings, lastMessage, type Visitor, visitor } from '#testing/sign-in';
import type { TestApp } from '#testing/test-app';

const recorder = recordStatements();
let app: TestApp;
let token: string;
/** In the built-in list of leaked passwords. */
const leaked = 'starwars';

const policy = (medium: RiskAction, high: RiskAction = medium) =>
  app.call(signInProtectionApi.update, {
    token,
    body: { risk: { medium, high }, trustedDevices: { enabled: false, days: 30 }, newDeviceEmail: false },
  });

beforeAll(async () => {
  recorder.start();
  app = await appWithFactors({ factors: [], policy: 'NoPrompt' });
  token = await app.managementToken();
});
afterAll(async () => {
  recorder.stop();
  await app.close();
});
beforeEach(async () => {
  await changeSettings(app, { mfa: { factors: [], policy: 'NoPrompt' } });
  await policy('allow');
});

/** Has signed in before and has a leaked password: 70 points in a new browser, 40 in a known one. */
async function riskyPerson(more: Parameters<typeof createPerson>[1] = {}) {
  const person = await createPerson(app, more);
  const { digest } = await hashPassword(leaked);
  await app.write('default', (db) =>
    sql`update users set password_encrypted = ${digest}, last_sign_in_at = now() - interval '1 day',
      email_verified_at = now() where id = ${person.id}`.execute(db),
  );
  return person;
}

async function prove(username: string, { browser = visitor(app), password = leaked } = {}): Promise<Visitor> {
  await browser.arrive();
  await browser.start('SignIn');
  const { body } = await browser.step('POST', '/verification/password', {
    identifier: { type: 'username', value: username },
    password,
  });
  await browser.identify(body.verificationId);
  return browser;
}

const lastRisk = async (userId: string) => {
  await flushLogs(app.app);
  const query = { userId, logKey: 'Interaction.SignIn.Submit', page: '1', page_size: '1' };
  const { body } = await app.call(auditApi.list, { token, query });
  return body[0]?.payload.risk;
};

describe('the risk policy', () => {
  test('allows everything by default, without an entry', async () => {
    const { username, id } = await riskyPerson();
    const person = await prove(username);
    expect((await person.submit()).status).toBe(200);
    expect(await lastRisk(id)).toBeUndefined();
  });

  test('costs no statement while everything is off, and one while it is on', async () => {
    const { username } = await riskyPerson();
    const statementsOf = async (name: string) => {
      const person = await prove(username);
      await recorder.during(name, async () => expect((await person.submit()).status).toBe(200));
      return recorder.statements().filter(({ path }) => path === name);
    };
    const off = await statementsOf('off');
    // Risks of a low level are allowed, so that the sign-in succeeds.
    await policy('allow', 'refuse');
    await app.write('default', (db) =>
      sql`update users set last_sign_in_at = null where username = ${username}`.execute(db),
    );
    const on = await statementsOf('on');
    expect(off.length).toBeGreaterThan(0);
    expect(on).toHaveLength(off.length + 1);
    expect([off, on].map((all) => all.filter(({ text }) => text.includes('new_device_notices')).length)).toEqual([
      0, 1,
    ]);
  });

  test('refuses a high risk without telling why; the audit log has the reasons', async () => {
    await policy('allow', 'refuse');
    const { username, id } = await riskyPerson();
    const person = await prove(username);
    const { status, body } = await person.submit();
    expect([status, body.code]).toEqual([403, 'session.risk_refused']);
    expect(Object.keys(body).toSorted()).toEqual(['code', 'message']);
    expect(body.message).not.toMatch(/leak|score|travel|attempt|password/i);
    expect(await lastRisk(id)).toEqual({
      score: 70,
      level: 'high',
      reasons: ['newDevice', 'leakedPassword'],
      action: 'refuse',
    });
  });

  test('asks for a factor, which then completes the sign-in', async () => {
    await policy('askFactor');
    await changeSettings(app, { mfa: { factors: ['Totp'], policy: 'NoPrompt' } });
    const { username, id } = await riskyPerson();
    const secret = await addTotp(app, id, token);
    await app.write('default', (db) =>
      sql`update users set logto_config = '{"mfa":{"skipMfaOnSignIn":true}}' where id = ${id}`.execute(db),
    );
    const person = await prove(username);
    const asked = await person.submit();
    expect([asked.code, asked.body.data.availableFactors]).toEqual(['session.mfa.require_mfa_verification', ['Totp']]);
    await person.step('POST', '/verification/totp/verify', { code: codeNow(secret) });
    expect((await person.submit()).status).toBe(200);
    expect(await lastRisk(id)).toMatchObject({ action: 'askFactor', score: 70 });
  });

  test('asks people without a factor for a code to their verified address', async () => {
    await policy('askFactor');
    const { username, email } = await riskyPerson();
    const person = await prove(username);
    // Before the policy has asked, codes cannot be requested.
    expect((await person.step('POST', '/verification/mfa-verification-code', { identifierType: 'email' })).code).toBe(
      'session.mfa.mfa_factor_not_enabled',
    );
    const asked = await person.submit();
    expect(asked.body.data).toMatchObject({
      availableFactors: ['EmailVerificationCode'],
      maskedIdentifiers: { EmailVerificationCode: 'p****@example.com' },
    });
    expect(asked.body.data).not.toHaveProperty('trustedDeviceDays');
    const { body } = await person.step('POST', '/verification/mfa-verification-code', { identifierType: 'email' });
    const { code } = await lastMessage(app, email);
    const shown = { verificationId: body.verificationId, code, identifierType: 'email' };
    expect((await person.step('POST', '/verification/mfa-verification-code/verify', shown)).status).toBe(200);
    expect((await person.submit()).status).toBe(200);
  });

  test('refuses people who can verify nothing', async () => {
    await policy('askFactor');
    const { username } = await riskyPerson({ primary_email: null });
    expect((await (await prove(username)).submit()).code).toBe('session.risk_refused');
  });

  test('ignores trusted devices', async () => {
    await changeSettings(app, { mfa: { factors: ['Totp'], policy: 'NoPrompt' } });
    await policy('askFactor');
    await app.call(signInProtectionApi.update, {
      token,
      body: { trustedDevices: { enabled: true, days: 30 }, risk: { medium: 'allow', high: 'allow' } },
    });
    const { username, id } = await riskyPerson();
    const secret = await addTotp(app, id, token);
    const browser = await prove(username);
    await browser.step('POST', '/verification/totp/verify', { code: codeNow(secret) });
    await browser.step('POST', '/profile/mfa/trusted-device');
    const { body } = await browser.submit();
    await browser.follow(body.redirectTo);
    for (const name of browser.cookies.keys()) {
      if (!/^postern_\w+_(device|trusted)$/.test(name)) {
        browser.cookies.delete(name);
      }
    }
    await prove(username, { browser });
    await app.call(signInProtectionApi.update, { token, body: { risk: { medium: 'askFactor', high: 'refuse' } } });
    // The device is known, so that only the leaked password counts: 40 points.
    expect((await browser.submit()).code).toBe('session.mfa.require_mfa_verification');
    await app.call(signInProtectionApi.update, { token, body: { risk: { medium: 'allow', high: 'refuse' } } });
    const again = await prove(username, { browser });
    expect((await again.submit()).status).toBe(200);
  });

  test('sees wrong attempts for the person', async () => {
    await policy('refuse');
    const { username, id } = await riskyPerson();
    const { digest } = await hashPassword('a lighthouse at sea');
    await app.write('default', (db) =>
      sql`update users set password_encrypted = ${digest} where id = ${id}`.execute(db),
    );
    const attacker = visitor(app);
    await attacker.arrive();
    await attacker.start('SignIn');
    for (let attempt = 0; attempt < 5; attempt += 1) {
      await attacker.step('POST', '/verification/password', {
        identifier: { type: 'username', value: username },
        password: 'wrong',
      });
    }
    const person = await prove(username, { password: 'a lighthouse at sea' });
    expect((await person.submit()).code).toBe('session.risk_refused');
    expect(await lastRisk(id)).toMatchObject({ score: 60, reasons: ['newDevice', 'manyFailures'] });
  });

  test.each([
    ['an unknown', 'Mars/Olympus'],
    ['a long', 'x'.repeat(9000)],
    ['a malicious', "'; drop table users"],
    ['a double', 'Europe/Berlin, Asia/Tokyo'],
  ])('%s time zone changes nothing', async (_, timeZone) => {
    await policy('allow', 'refuse');
    const { username } = await riskyPerson();
    const person = await prove(username);
    const answer = await person.step('POST', '/submit', undefined, { [timeZoneHeader]: timeZone });
    expect([answer.status, answer.code]).toEqual([403, 'session.risk_refused']);
  });

  test('unknown people and wrong passwords get the same answer under every policy', async () => {
    const { username } = await riskyPerson();
    const bodies: unknown[] = [];
    for (const action of ['allow', 'askFactor', 'refuse'] as const) {
      await policy(action);
      for (const value of [username, 'nobody_at_all']) {
        const person = visitor(app);
        await person.arrive();
        await person.start('SignIn');
        const identifier = { type: 'username', value };
        const { status, body } = await person.step('POST', '/verification/password', { identifier, password: 'wrong' });
        bodies.push([status, body]);
      }
    }
    expect(new Set(bodies.map((one) => JSON.stringify(one))).size).toBe(1);
  });
});
