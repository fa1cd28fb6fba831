import { meApi, meFactorsApi } from '@postern/contracts/account/me';
import { meSecondFactorsApi, meSessionsApi } from '@postern/contracts/account/me-security';
import { adminTenantId } from '@postern/contracts/wire';
import { decodeJwt } from 'jose';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { codeNow } from '#testing/factors';
import { createAuthenticator } from '#testing/passkeys';
import { type TestApp, testApp } from '#testing/test-app';
import { consoleTokens } from '#testing/tokens';

let app: TestApp;
let count = 0;

beforeAll(async () => {
  app = await testApp({ EDITION: 'cloud' });
});
afterAll(() => app.close());

const password = 'a long enough secret';
const outcome = ({ status, body }: { status: number; body: unknown }) => [
  status,
  (body as { code?: string } | undefined)?.code,
];
const unproven = [400, 'session.verification_session_not_found'];
const stale = [422, 'session.verification_failed'];

async function person() {
  count += 1;
  const { me: token } = await consoleTokens(app, `person${count}`);
  const id = decodeJwt(token).sub ?? '';
  return {
    id,
    token,
    prove: () => app.call(meApi.verifyPassword, { token, body: { password } }),
    verify: (code: string) => app.call(meFactorsApi.verify, { token, body: { type: 'Totp', code } }),
    list: async () => (await app.call(meSecondFactorsApi.list, { token })).body,
    draw: async () => (await app.call(meSecondFactorsApi.drawTotp, { token })).body,
    addApp: (secret: string) => app.call(meSecondFactorsApi.add, { token, body: { type: 'Totp', secret } }),
    addCodes: async () => {
      const { codes } = (await app.call(meSecondFactorsApi.drawBackupCodes, { token })).body;
      return app.call(meSecondFactorsApi.add, { token, body: { type: 'BackupCode', codes } });
    },
    remove: (verificationId: string) => app.call(meSecondFactorsApi.remove, { token, params: { verificationId } }),
    sessions: async () => (await app.call(meSessionsApi.list, { token })).body,
    expireProofs: () =>
      app.write(adminTenantId, (db) =>
        sql`update verification_records set expires_at = now() - interval '1 second' where user_id = ${id}`.execute(db),
      ),
  };
}

describe('second factors of a console account', () => {
  test('an app and backup codes are added with one proof, and removed with the password and a code', async () => {
    const ada = await person();
    const { secret, secretQrCode } = await ada.draw();
    expect(secretQrCode).toMatch(/^data:image\/png;base64,/);
    expect(outcome(await ada.addApp(secret))).toEqual(unproven);
    await ada.prove();
    expect((await ada.addApp(secret)).status).toBe(204);
    expect((await ada.addCodes()).status).toBe(204);
    const factors = await ada.list();
    expect(factors.map(({ type }) => type)).toEqual(['Totp', 'BackupCode']);
    expect(JSON.stringify(factors)).not.toContain(secret);

    await ada.expireProofs();
    const app2 = factors.find(({ type }) => type === 'Totp')?.id ?? '';
    expect(outcome(await ada.remove(app2))).toEqual(stale);
    await ada.prove();
    expect(outcome(await ada.remove(app2))).toEqual([403, 'session.mfa.require_mfa_verification']);
    expect((await ada.verify(codeNow(secret))).status).toBe(204);
    expect((await ada.remove(app2)).status).toBe(204);
  });

  test('a passkey is registered for the host of the console, renamed and removed', async () => {
    const ada = await person();
    const { token } = ada;
    const device = createAuthenticator();
    const begun = await app.call(meSecondFactorsApi.beginPasskey, { token });
    const { verificationRecordId, registrationOptions } = begun.body;
    const origin = app.app.endpointOf(adminTenantId);
    const place = { rpId: new URL(origin).hostname, origin };
    const foreign = device.register(registrationOptions.challenge, { ...place, origin: 'https://evil.example' });
    const verify = (payload: typeof foreign) =>
      app.call(meSecondFactorsApi.verifyPasskey, { token, body: { verificationRecordId, payload } });
    expect(outcome(await verify(foreign))).toEqual([400, 'session.mfa.webauthn_verification_failed']);
    expect((await verify(device.register(registrationOptions.challenge, place))).status).toBe(204);
    const add = (by = token) =>
      app.call(meSecondFactorsApi.add, {
        token: by,
        body: { type: 'WebAuthn', newIdentifierVerificationRecordId: verificationRecordId },
      });
    expect(outcome(await add())).toEqual(unproven);
    const eve = await person();
    await eve.prove();
    expect(outcome(await add(eve.token))).toEqual([400, 'verification_record.not_found']);
    await ada.prove();
    expect((await add()).status).toBe(204);
    const [passkey] = await ada.list();
    const params = { verificationId: passkey?.id ?? '' };
    const rename = (by: string) =>
      app.call(meSecondFactorsApi.rename, { token: by, params, body: { name: ' Office laptop ' } });
    expect((await rename(token)).status).toBe(204);
    expect(await ada.list()).toMatchObject([{ type: 'WebAuthn', name: 'Office laptop' }]);
    expect(outcome(await rename(eve.token))).toEqual([400, 'verification_record.not_found']);
    expect(outcome(await eve.remove(params.verificationId))).toEqual([400, 'verification_record.not_found']);
  });

  test('of two windows that add an app, one succeeds', async () => {
    const ada = await person();
    await ada.prove();
    const secrets = [(await ada.draw()).secret, (await ada.draw()).secret];
    const answers = await Promise.all(secrets.map((secret) => ada.addApp(secret)));
    expect(answers.map(({ status }) => status).filter((status) => status === 204)).toHaveLength(1);
    expect(await ada.list()).toHaveLength(1);
  });

  test('backup codes alone, a suspended person and a factor that an operator turned off are refused', async () => {
    const ada = await person();
    await ada.prove();
    expect(outcome(await ada.addCodes())).toEqual([422, 'session.mfa.backup_code_can_not_be_alone']);
    await app.write(adminTenantId, (db) =>
      db.updateTable('users').set({ is_suspended: true }).where('id', '=', ada.id).execute(),
    );
    expect((await ada.addApp((await ada.draw()).secret ?? 'A'.repeat(32))).status).toBeGreaterThanOrEqual(401);
  });
});

describe('sessions of a console account', () => {
  test('are listed with the current one, and ended with the password', async () => {
    const ada = await person();
    const [session, ...others] = await ada.sessions();
    expect([session?.isCurrent, others]).toEqual([true, []]);
    const eve = await person();
    const [hers] = await eve.sessions();
    const remove = (sessionId = '') => app.call(meSessionsApi.remove, { token: ada.token, params: { sessionId } });
    expect(outcome(await remove(session?.id))).toEqual(unproven);
    await ada.prove();
    expect(outcome(await remove(hers?.id))).toEqual([404, 'entity.not_found']);
    expect((await app.call(meSessionsApi.removeOthers, { token: ada.token })).status).toBe(204);
    expect(await ada.sessions()).toHaveLength(1);
    expect(await eve.sessions()).toHaveLength(1);
    expect((await remove(session?.id)).status).toBe(204);
    expect((await app.call(meSessionsApi.list, { token: ada.token })).status).toBe(401);
  });
});
