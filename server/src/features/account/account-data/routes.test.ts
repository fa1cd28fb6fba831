import { randomBytes } from 'node:crypto';
import { applicationsApi } from '@postern/contracts/access/applications';
import { personalAccessTokensApi } from '@postern/contracts/access/personal-access-tokens';
import { accountApi } from '@postern/contracts/account/account';
import { AccountData, accountDataApi, exportsAnHour } from '@postern/contracts/account/account-data';
import { accountMfaApi } from '@postern/contracts/account/account-mfa';
import { accountCenterApi } from '@postern/contracts/experience/account-center';
import { userIdentitiesApi } from '@postern/contracts/people/user-identities';
import { usersApi } from '@postern/contracts/people/users';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { accountToken, newOwner, type Owner, openAccountCenter } from '#testing/account';
import { lastMessage } from '#testing/sign-in';
import { type TestApp, testApp } from '#testing/test-app';
import { flushLogs, recordLog } from '../../records/audit/index.ts';

let app: TestApp;
let manager: string;

beforeAll(async () => {
  app = await testApp({ SECRET_VAULT_KEK: randomBytes(32).toString('base64') });
  manager = await app.managementToken();
});
afterAll(() => app.close());
beforeEach(() => openAccountCenter(app, manager));

const scope = 'openid profile email phone address custom_data identities urn:logto:scope:sessions';
const owner = (more = {}, given = scope) => newOwner(app, manager, more, given);
const codeOf = ({ status, body }: { status: number; body: unknown }) => [
  status,
  (body as { code?: string } | undefined)?.code,
];
const take = ({ token }: Pick<Owner, 'token'>, headers: Record<string, string>, format?: 'json' | 'html') =>
  app.call(accountDataApi.exportData, { token, headers, body: format ? { format } : {} });
const denied = [401, 'verification_record.permission_denied'];
const noticeTo = (address: string, words: string) =>
  expect.poll(async () => (await lastMessage(app, address)).content).toContain(words);

/** A name that no random id contains by chance. */
const stranger = 'eve-the-stranger';

/** A user with all kinds of data. */
async function knownPerson(
  name: string,
  primaryPhone: string,
  prepare: (userId: string) => Promise<unknown> = async () => undefined,
) {
  const person = await owner({
    name,
    primaryEmail: `${name}@example.com`,
    primaryPhone,
    customData: { note: `note of ${name}` },
    profile: { nickname: `nick of ${name}`, address: { country: 'UK' } },
  });
  const params = { userId: person.id };
  const identity = { userId: `gh-${name}`, details: { login: `login of ${name}` } };
  await app.call(userIdentitiesApi.set, { token: manager, params: { ...params, target: 'github' }, body: identity });
  const { body: pat } = await app.call(personalAccessTokensApi.create, {
    token: manager,
    params,
    body: { name: `pat of ${name}` },
  });
  const { secret } = (await app.call(accountMfaApi.generateTotp, { token: person.token })).body;
  const body = { type: 'Totp', secret } as const;
  await prepare(person.id);
  // The proof that added the factor also allows what follows.
  const headers = await person.permit();
  await app.call(accountMfaApi.add, { token: person.token, headers, body });
  await app.write('default', async (db) => {
    const roleId = `role-${name}`;
    await db
      .insertInto('roles')
      .values({ id: roleId, name: roleId, description: `role of ${name}` })
      .execute();
    await db.insertInto('users_roles').values({ user_id: person.id, role_id: roleId }).execute();
  });
  const at = { userId: person.id, ip: `ip of ${name}`, userAgent: 'browser', identifier: 'somebody else entirely' };
  recordLog(app.app, 'default', { key: 'Interaction.SignIn.Submit', payload: at });
  await flushLogs(app.app);
  return { ...person, permit: async () => headers, totp: secret, pat: pat.value };
}

/** An account at the identity provider of a company, and in its directory. */
const linkCompany = (userId: string) =>
  app.write('default', async (db) => {
    const connector = { id: 'northwind', provider_name: 'SAML', connector_name: 'Northwind' };
    await db.insertInto('sso_connectors').values(connector).execute();
    const link = { user_id: userId, sso_connector_id: connector.id, issuer: 'https://idp.example' };
    const detail = JSON.stringify({ email: 'ada@n.example' });
    await db
      .insertInto('user_sso_identities')
      .values({ ...link, id: 'link', identity_id: 'sso-ada', detail })
      .execute();
    const entry = { connector_id: connector.id, user_id: userId, user_name: 'Ada@n.example', external_id: 'dir-ada' };
    const resource = JSON.stringify({ title: 'Countess' });
    await db
      .insertInto('directory_users')
      .values({ ...entry, user_name_key: 'ada@n.example', resource })
      .execute();
  });

describe('the data export', () => {
  test('contains all data of the user only, without secrets (attacks 18, 19 and 21)', async () => {
    const mfa = JSON.stringify({ factors: ['Totp'], policy: 'NoPrompt' });
    await app.write('default', (db) => db.updateTable('sign_in_experiences').set({ mfa }).execute());
    const [ada, eve] = [await knownPerson('ada', '4930111111', linkCompany), await knownPerson(stranger, '4930222222')];
    await app.write('default', async (db) => {
      await db.insertInto('organizations').values({ id: 'engines', name: 'Engines' }).execute();
      const members = [ada, eve].map(({ id }) => ({ organization_id: 'engines', user_id: id }));
      await db.insertInto('organization_users').values(members).execute();
      const place = JSON.stringify({ network: '203.0.113.0/24', timeZone: 'Europe/London' });
      await db.updateTable('users').set({ last_sign_in_place: place }).where('id', '=', ada.id).execute();
    });
    const { status, body, headers } = await take(ada, await ada.permit());
    expect(status).toBe(200);
    expect(headers).toMatchObject({
      'content-type': 'application/json; charset=utf-8',
      'content-disposition': expect.stringMatching(/^attachment; filename="account-\d{4}-\d\d-\d\d\.json"$/),
      'cache-control': 'no-store',
    });
    const data = z.strictObject(AccountData.shape).parse(body);
    expect(data).toMatchObject({
      about: { issuer: 'http://core.test/oidc', version: 1 },
      account: {
        id: ada.id,
        username: ada.username,
        name: 'ada',
        primaryEmail: 'ada@example.com',
        hasPassword: true,
        customData: { note: 'note of ada' },
        profile: { nickname: 'nick of ada', address: { country: 'UK' } },
        lastSignInPlace: { network: '203.0.113.0/24', timeZone: 'Europe/London' },
      },
      identities: [{ target: 'github', userId: 'gh-ada', details: { login: 'login of ada' } }],
      ssoIdentities: [
        {
          connector: 'Northwind',
          issuer: 'https://idp.example',
          userId: 'sso-ada',
          details: { email: 'ada@n.example' },
        },
      ],
      directoryEntries: [
        {
          connector: 'Northwind',
          userName: 'Ada@n.example',
          externalId: 'dir-ada',
          attributes: { title: 'Countess' },
        },
      ],
      secondFactors: [{ type: 'Totp' }],
      roles: [{ name: 'role-ada', description: 'role of ada' }],
      organizations: [{ id: 'engines', name: 'Engines', roles: [] }],
      sessions: [{ methods: ['Password'], applications: [expect.any(String)] }],
      trustedDevices: [],
      applications: [],
      personalAccessTokens: [{ name: 'pat of ada', expiresAt: null }],
      activity: expect.arrayContaining([
        expect.objectContaining({ key: 'Interaction.SignIn.Submit', ip: 'ip of ada', userAgent: 'browser' }),
      ]),
    });
    const whole = JSON.stringify(body);
    for (const foreign of [stranger, eve.id, eve.username, 'somebody else entirely']) {
      expect(whole).not.toContain(foreign);
    }
    const { rows } = await app.read('default', (db) =>
      sql<{ digest: string }>`select password_encrypted as digest from users where id = ${ada.id}`.execute(db),
    );
    const [{ digest }] = rows as [{ digest: string }];
    for (const secret of [ada.pat, digest, ada.totp, ada.token, ada.password]) {
      expect(secret).toBeTruthy();
      expect(whole).not.toContain(secret);
    }
  });

  test('is recorded in the audit log, and the user is notified', async () => {
    const person = await owner({ primaryEmail: 'exporter@example.com' });
    await take(person, await person.permit());
    await noticeTo('exporter@example.com', 'A copy of all your account data was downloaded.');
    await app.worker.drain();
    const rows = await app.read('default', (db) =>
      db.selectFrom('logs').select('payload').where('key', '=', 'User.Data.Exported').execute(),
    );
    expect(rows.map(({ payload }) => (payload as { subjectId: string }).subjectId)).toContain(person.id);
  });

  test('contains no IP addresses of administrators or of failed sign-in attempts', async () => {
    const person = await owner();
    const changer = { 'user-agent': 'browser of an administrator' };
    const params = { userId: person.id };
    await app.call(usersApi.update, { token: manager, params, body: { name: 'Changed' }, headers: changer });
    await app.worker.drain();
    recordLog(app.app, 'default', {
      key: 'Interaction.SignIn.Verification.Password.Submit',
      payload: { result: 'Error', ip: '192.0.2.66', userAgent: 'browser of a thief' },
    });
    await flushLogs(app.app);
    await app.write('default', (db) =>
      sql`update logs set user_id = ${person.id} where payload ->> 'ip' = '192.0.2.66'`.execute(db),
    );
    const { activity } = AccountData.parse((await take(person, await person.permit())).body);
    const keys = activity.map(({ key }) => key);
    expect(keys).toEqual(
      expect.arrayContaining(['User.Data.Updated', 'Interaction.SignIn.Verification.Password.Submit']),
    );
    expect(JSON.stringify(activity)).not.toMatch(/administrator|thief|192\.0\.2\.66/);
  });

  test('is readable as HTML, with user input escaped (attack 34)', async () => {
    const markup = '<script>alert(1)</script><img src=x onerror="alert(1)">';
    const person = await owner({ name: markup, customData: { [markup]: markup } });
    const { status, body, headers } = await take(person, await person.permit(), 'html');
    expect([status, headers['content-type']]).toEqual([200, 'text/html; charset=utf-8']);
    const page = String(body);
    expect(page).toContain('&#60;script&#62;alert(1)&#60;/script&#62;');
    expect(page).not.toMatch(/<(script|img)/);
    expect(page).toContain("default-src 'none'");
    expect(page.trimEnd()).toMatch(/<\/html>$/);
    const german = { 'accept-language': 'de', ...(await person.permit()) };
    expect(String((await take(person, german, 'html')).body)).toContain('<h2>Verknüpfte Konten</h2>');
  });

  test('is complete for any number of log entries', async () => {
    const person = await owner();
    await app.write('default', (db) =>
      sql`insert into logs (id, key, payload, user_id, created_at)
        select 'many-' || n, 'Test.Many', '{"key":"x","result":"Success"}', ${person.id},
          now() - (n / 10) * interval '1 microsecond' from generate_series(1, 1234) as n`.execute(db),
    );
    const { body } = await take(person, await person.permit());
    const many = AccountData.parse(body).activity.filter(({ key }) => key === 'Test.Many');
    expect(many).toHaveLength(1234);
  });

  test('requires a fresh proof of the same person and all scopes', async () => {
    const [person, other] = [await owner(), await owner()];
    expect(codeOf(await take(person, {}))).toEqual(denied);
    expect(codeOf(await take(person, await other.permit()))).toEqual(denied);
    const small = await accountToken(app, person, 'openid profile email');
    expect(codeOf(await take({ token: small }, await person.permit()))).toEqual([400, 'auth.unauthorized']);
    const headers = await person.permit();
    await app.call(accountCenterApi.update, { token: manager, body: { enabled: false } });
    expect(codeOf(await take(person, headers))).toEqual([400, 'account_center.not_enabled']);
  });

  test('rejects an unknown format or an id in the body (attack 17)', async () => {
    const person = await owner();
    const headers = await person.permit();
    for (const body of [{ format: 'xml' }, { userId: 'other' }, { format: 'json', tenantId: 'admin' }]) {
      const answer = await app.call(accountDataApi.exportData, { token: person.token, headers, body: body as never });
      expect(codeOf(answer)).toEqual([400, 'guard.invalid_input']);
    }
  });

  test('is rate limited, also for parallel requests (attack 29)', async () => {
    const [person, other] = [await owner(), await owner()];
    const headers = await person.permit();
    const answers = await Promise.all(Array.from({ length: exportsAnHour * 2 }, () => take(person, headers)));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(exportsAnHour);
    expect(codeOf(await take(person, headers))).toEqual([400, 'session.verification_blocked_too_many_attempts']);
    expect((await take(other, await other.permit())).status).toBe(200);
    // The limit does not affect other operations.
    expect((await app.call(accountApi.get, { token: person.token })).status).toBe(200);
    expect(await accountToken(app, person)).toBeTruthy();
  });

  test('is not available to third-party applications', async () => {
    const person = await owner();
    const headers = await person.permit();
    const { body } = await app.call(applicationsApi.create, {
      token: manager,
      body: { name: 'Stranger', type: 'Traditional', isThirdParty: true } as never,
    });
    await app.write('default', (db) =>
      sql`update oidc_models set payload = payload || ${JSON.stringify({ clientId: body.id })}::jsonb
        where account_id = ${person.id} and model = 'AccessToken'`.execute(db),
    );
    expect((await app.call(accountApi.get, { token: person.token })).status).toBe(200);
    expect(codeOf(await take(person, headers))).toEqual([403, 'auth.third_party_application_forbidden']);
    expect(codeOf(await app.call(accountDataApi.remove, { token: person.token, headers }))).toEqual([
      403,
      'auth.third_party_application_forbidden',
    ]);
  });
});
