import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { applicationsApi } from '@postern/contracts/access/applications';
import { customJwtApi } from '@postern/contracts/access/custom-jwt';
import { oneTimeTokensApi } from '@postern/contracts/access/one-time-tokens';
import { personalAccessTokensApi } from '@postern/contracts/access/personal-access-tokens';
import { samlApplicationsApi } from '@postern/contracts/access/saml-applications';
import { signingKeysApi } from '@postern/contracts/access/signing-keys';
import { subjectTokensApi } from '@postern/contracts/access/subject-tokens';
import { captchaApi } from '@postern/contracts/experience/captcha';
import { connectorsApi } from '@postern/contracts/messages/connectors';
import { throttleApi } from '@postern/contracts/operations/throttle';
import { invitationLinksApi } from '@postern/contracts/people/invitation-links';
import { organizationInvitationsApi } from '@postern/contracts/people/organization-invitations';
import { organizationsApi } from '@postern/contracts/people/organizations';
import { userImportsApi } from '@postern/contracts/people/user-imports';
import { userMfaApi } from '@postern/contracts/people/user-mfa';
import { usersApi } from '@postern/contracts/people/users';
import { logStreamsApi } from '@postern/contracts/records/log-streams';
import { webhooksApi } from '@postern/contracts/records/webhooks';
import { actionsApi } from '@postern/contracts/sign-in/actions';
import { sql } from 'kysely';
import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { defaultSecretOf } from '#testing/clients';
import { listKeys, type PrivateKey } from './features/access/oidc/keys/keys.store.ts';
import { newKey, rotateKeys } from './features/access/oidc/keys/rotate-keys.ts';
import { keySealer } from './features/access/oidc/keys/seal-keys.ts';
import { findPersonalAccessToken } from './features/access/personal-access-tokens/index.ts';
import { findSubjectToken } from './features/access/subject-tokens/index.ts';
import { throttled } from './features/operations/throttle/index.ts';
import { rotateSecrets, sealSettings } from './features/operations/vault/index.ts';
import { flushLogs } from './features/records/audit/index.ts';
import { clientOptions } from './platform/db/db.ts';
import { digestSecret } from './platform/secrets/ids.ts';
import { addKeyToFile, createVault } from './platform/secrets/vault.ts';
import { lastMessage } from './testing/sign-in.ts';
import { type TestApp, testApp } from './testing/test-app.ts';
import { consoleTokens } from './testing/tokens.ts';

let app: TestApp;
let token: string;

beforeAll(async () => {
  app = await testApp();
  token = await app.managementToken();
  // Tests copy a database whose values are not sealed.
  await sealSettings({ signal: new AbortController().signal }, app.app);
});
afterAll(() => app.close());

async function asOwner<T>(work: (owner: pg.Client) => Promise<T>): Promise<T> {
  const owner = new pg.Client(clientOptions(app.address, 'postern-test'));
  await owner.connect();
  try {
    return await work(owner);
  } finally {
    await owner.end();
  }
}

/** The whole content of the database as text, as someone with a copy of it reads it. */
const dump = () =>
  asOwner(async (owner) => {
    const { rows: tables } = await owner.query<{ name: string }>(
      `select quote_ident(table_name) as name from information_schema.tables
        where table_schema = 'public' and table_type = 'BASE TABLE'
          -- Messages that a development server shows instead of sending them.
          and table_name <> 'mailbox_messages'`,
    );
    let text = '';
    for (const { name } of tables) {
      const { rows } = await owner.query<{ row: string }>(`select t::text as row from ${name} t`);
      text += rows.map(({ row }) => `${name} ${row}`).join('\n');
    }
    return text;
  });

/** The encodings in which a secret could be stored by accident. Base64 depends on the position in the encoded text. */
function formsOf(secret: string): string[] {
  const bytes = Buffer.from(secret);
  const hex = bytes.toString('hex');
  const inBase64 = [0, 1, 2].map((shift) => {
    const text = Buffer.concat([Buffer.alloc(shift), bytes]).toString('base64');
    // Only the characters that the secret alone determines.
    return text.slice(Math.ceil((shift * 8) / 6), Math.floor(((shift + bytes.length) * 8) / 6));
  });
  const urlSafe = inBase64.map((text) => text.replaceAll('+', '-').replaceAll('/', '_'));
  return [secret, hex, hex.toUpperCase(), ...inBase64, ...urlSafe];
}

/** Creates secrets of applications, of the OIDC engine and of users. Returns them by name. */
async function createTokens(userId: string): Promise<Record<string, string>> {
  const { body: machine } = await app.call(applicationsApi.create, {
    token,
    body: { name: 'machine', type: 'MachineToMachine' },
  });
  const params = { id: machine.id };
  const { body: second } = await app.call(applicationsApi.createSecret, { token, params, body: { name: 'second' } });
  const { body: secrets } = await app.call(applicationsApi.listSecrets, { token, params });
  const first = await defaultSecretOf(app, token, machine.id);
  expect(secrets.map(({ value }) => value)).toEqual([first, second.value]);
  const { body: pat } = await app.call(personalAccessTokensApi.create, {
    token,
    params: { userId },
    body: { name: 'pat' },
  });
  const { body: pats } = await app.call(personalAccessTokensApi.list, { token, params: { userId } });
  expect(pats.map(({ value }) => value)).toEqual([pat.value]);
  const { body: once } = await app.call(oneTimeTokensApi.create, { token, body: { email: 'once@example.com' } });
  const { body: known } = await app.call(oneTimeTokensApi.get, { token, params: { id: once.id } });
  expect(known.token).toBe(once.token);
  const { body: subject } = await app.call(subjectTokensApi.create, { token, body: { userId } });
  await app.call(signingKeysApi.rotate, {
    token,
    params: { keyType: 'private-keys' },
    body: { signingKeyAlgorithm: 'RSA', rotationGracePeriod: 3600 },
  });
  const keys: Record<string, string> = {};
  for (const tenantId of ['default', 'admin']) {
    const stored = await app.read(tenantId, (db) => listKeys(db, keySealer(app.app, tenantId)));
    for (const [n, { kind, value }] of stored.entries()) {
      const { d, p, companions = [] } = value as PrivateKey;
      const { secret } = value as { secret?: string };
      const parts = kind === 'cookie' ? { secret } : { d, p, companion: companions[0]?.d };
      for (const [name, part] of Object.entries(parts)) {
        if (part !== undefined) {
          keys[`${tenantId} key ${n} ${name}`] = part;
        }
      }
    }
  }
  expect(Object.keys(keys).length).toBeGreaterThan(6);
  return {
    ...keys,
    clientSecret: first,
    secondSecret: second.value,
    pat: pat.value,
    oneTimeToken: once.token,
    subjectToken: subject.subjectToken,
  };
}

/** Creates settings with secrets of other services, and an invitation. Returns the secrets by name. */
async function createSettings(): Promise<Record<string, string>> {
  const secrets = {
    smtpPassword: 'canary-password-of-the-mail-server',
    hookHeader: 'Bearer canary-header-of-the-webhook',
    hookUrl: 'canary-path-of-the-webhook',
    streamHeader: 'Bearer canary-header-of-the-stream',
    streamKey: 'canarySigningKeyOfTheStream0123456789',
    password: 'canary-password-of-a-person',
    firebaseKey: Buffer.from('canary-signer-key-of-firebase').toString('base64'),
  };
  const { body: hook } = await app.call(webhooksApi.create, {
    token,
    body: {
      name: 'with headers',
      events: ['Role.Created'],
      config: { url: `https://203.0.114.1/${secrets.hookUrl}`, headers: { authorization: secrets.hookHeader } },
    },
  });
  expect(hook.config.headers).toEqual({ authorization: secrets.hookHeader });
  await app.call(webhooksApi.update, { token, params: { id: hook.id }, body: { config: hook.config } });
  const stream = await app.call(logStreamsApi.create, {
    token,
    body: {
      name: 'stream',
      type: 'webhook',
      enabled: false,
      webhook: {
        url: 'https://203.0.114.1/logs',
        signingKey: secrets.streamKey,
        headers: { authorization: secrets.streamHeader },
      },
    },
  });
  expect(stream.status).toBe(201);
  const { body: organization } = await app.call(organizationsApi.create, { token, body: { name: 'Acme' } });
  // Before the SMTP connector exists, so that the message arrives in the mailbox.
  const { body: invitation } = await app.call(organizationInvitationsApi.create, {
    token,
    body: {
      invitee: 'invited@example.com',
      organizationId: organization.id,
      expiresAt: Date.now() + 3_600_000,
      messagePayload: { hostedLink: true },
    },
  });
  const link = new URL((await lastMessage(app, 'invited@example.com')).link).hash.slice(1);
  const begun = await app.call(invitationLinksApi.begin, { params: { id: invitation.id }, body: { secret: link } });
  const mail = await app.call(connectorsApi.create, {
    token,
    body: {
      connectorId: 'simple-mail-transfer-protocol',
      config: {
        host: 'mail.example.com',
        port: 587,
        auth: { user: 'me', pass: secrets.smtpPassword },
        fromEmail: 'me@example.com',
        templates: ['SignIn', 'Register', 'ForgotPassword', 'Generic'].map((usageType) => ({
          usageType,
          contentType: 'text/plain',
          subject: 'Code',
          content: '{{code}}',
        })),
      },
    },
  });
  expect(mail.status).toBe(200);
  await app.call(usersApi.create, { token, body: { username: 'bob', password: secrets.password } });
  const file = await app.inject(app.core, {
    method: 'POST',
    url: '/api/user-imports?name=users.csv',
    headers: { host: 'core.test', authorization: `Bearer ${token}`, 'content-type': 'text/csv' },
    payload: 'username\ncarl\n',
  });
  const job = await app.call(userImportsApi.start, {
    token,
    params: { id: (file.body as { id: string }).id },
    body: { firebase: { signerKey: secrets.firebaseKey, saltSeparator: 'Bw==', rounds: 8, memCost: 14 } } as never,
  });
  expect(job.status).toBe(200);
  return { ...secrets, invitationLink: link, invitationToken: begun.body.token };
}

async function findSecrets(secrets: Record<string, string>): Promise<string[]> {
  const text = await dump();
  return Object.entries(secrets).flatMap(([name, secret]) => {
    expect(secret?.length, name).toBeGreaterThan(7);
    return formsOf(secret).some((form) => text.includes(form)) ? [name] : [];
  });
}

test('a copy of the database contains no secret in a readable form', async () => {
  const secrets: Record<string, string> = {
    connector: 'canary-client-secret-of-the-provider',
    captcha: 'canary-secret-key-of-the-captcha',
    variable: 'canary-variable-of-the-script',
    identifier: 'canary-locked@example.com',
    samlKey: 'BEGIN PRIVATE KEY',
  };
  const { connector: clientSecret = '', captcha: secretKey = '', variable = '', identifier = '' } = secrets;

  const { body: connector } = await app.call(connectorsApi.create, {
    token,
    body: { connectorId: 'github-universal', config: { clientId: 'id', clientSecret } },
  });
  expect(connector.config).toMatchObject({ clientSecret });
  await app.call(connectorsApi.update, {
    token,
    params: { id: connector.id },
    body: { config: { clientId: 'other', clientSecret } },
  });
  const provider = { type: 'Turnstile' as const, siteKey: 'site', secretKey };
  expect((await app.call(captchaApi.save, { token, body: { config: provider } })).body.config).toEqual(provider);
  await app.call(customJwtApi.save, {
    token,
    params: { tokenTypePath: 'access-token' },
    body: { script: 'const getCustomJwtClaims = async () => ({});', environmentVariables: { KEY: variable } },
  });
  await app.call(actionsApi.save, {
    token,
    params: { actionType: 'postSignIn' },
    body: { script: 'const runAction = async () => ({});', environmentVariables: { KEY: variable } },
  });
  await app.call(samlApplicationsApi.create, { token, body: { name: 'saml' } });
  const { body: hook } = await app.call(webhooksApi.create, {
    token,
    body: { name: 'x', events: ['User.Created'], config: { url: 'https://203.0.114.1/hook' } },
  });
  const { body: rotated } = await app.call(webhooksApi.rotateKey, { token, params: { id: hook.id } });
  secrets.oldHookKey = hook.signingKey;
  secrets.hookKey = rotated.signingKey;
  const { body: user } = await app.call(usersApi.create, { token, body: { username: 'ada' } });
  const { body: totp } = await app.call(userMfaApi.create, {
    token,
    params: { userId: user.id },
    body: { type: 'Totp' },
  });
  const { body: backup } = await app.call(userMfaApi.create, {
    token,
    params: { userId: user.id },
    body: { type: 'BackupCode' },
  });
  expect([totp.type, backup.type]).toEqual(['Totp', 'BackupCode']);
  if (totp.type === 'Totp' && backup.type === 'BackupCode') {
    secrets.totp = totp.secret;
    secrets.backupCode = backup.codes[0] ?? '';
  }
  await expect(
    throttled(
      app.app,
      'default',
      { target: identifier, action: 'Password', policy: { maxAttempts: 1 } },
      async () => undefined,
    ),
  ).rejects.toThrow();
  const { body: locked } = await app.call(throttleApi.list, { token, query: {} });
  expect(locked.map((one) => one.identifier)).toEqual([identifier]);
  Object.assign(secrets, await createTokens(user.id), await createSettings());
  expect(await dump()).toContain(connector.id);
  expect(await findSecrets(secrets)).toEqual([]);
  await app.worker.drain();
  expect(await findSecrets(secrets)).toEqual([]);
});

/** Columns whose names look like secrets, but which contain none. */
const harmless: Record<string, string> = {
  'add_on_days.key': 'the name of an add-on',
  'applications.secret': 'sealed, or a placeholder that authenticates nothing',
  'domains.challenge_token': 'public: the certificate authority reads it',
  'jobs.key': 'the object of the job',
  'logs.key': 'the kind of event',
  'custom_ui_uploads.keys': 'names of files',
  'jwt_customizers.token_type': 'a kind of token',
  'jwt_customizers.token_sample': 'an example',
  'registered_clients.initial_access_token_id': 'an ID',
  'users.password_encrypted': 'a slow hash',
  'users.password_encryption_method': 'the name of a hash',
  'sign_in_experiences.password_policy': 'rules for passwords',
  'sign_in_experiences.password_expiration': 'a number of days',
  'sign_in_experiences.forgot_password_methods': 'names of methods',
  'sign_in_experiences.passkey_sign_in': 'a setting',
  'secret_social_connector_relations.secret_id': 'an ID',
  'secret_enterprise_sso_connector_relations.secret_id': 'an ID',
  'passkey_owners.credential_id': 'public: sent to the browser',
  'domains.certificate': 'public',
  'sso_connector_keys.certificate': 'public',
  'sso_connector_spare_keys.certificate': 'public',
  'directory_tokens.token_hash': 'a hash of 256 random bits',
  'sso_setup_links.secret_hash': 'a hash of 256 random bits',
  'directory_users.user_name_key': 'the user name in lower case',
  'saml_application_secrets.certificate': 'public',
};

test('a new column with the name of a secret must be sealed, a digest, or listed as harmless', async () => {
  const { rows } = await asOwner((owner) =>
    owner.query<{ name: string }>(
      `select table_name || '.' || column_name as name from information_schema.columns
        where table_schema = 'public' and data_type in ('text', 'character varying', 'json', 'jsonb', 'bytea', 'ARRAY')
          and column_name ~ '(secret|token|key|password|credential|certificate|private)'
          and column_name !~ 'digest$' and table_name !~ '^logs_'`,
    ),
  );
  const sealed = new Set(app.app.sealed.map(({ table, column }) => `${table}.${column}`));
  const names = rows.map(({ name }) => name);
  expect(names.filter((name) => !sealed.has(name) && !Object.hasOwn(harmless, name))).toEqual([]);
  expect(Object.keys(harmless).filter((name) => !names.includes(name))).toEqual([]);
});

test('secrets that were stored before they were sealed stay readable', async () => {
  const { body: hook } = await app.call(webhooksApi.create, {
    token,
    body: { name: 'old', events: ['User.Created'], config: { url: 'https://203.0.114.1/hook' } },
  });
  await app.write('default', async (db) => {
    await db.updateTable('hooks').set({ signing_key: 'an older plain key' }).where('id', '=', hook.id).execute();
    await db
      .updateTable('connectors')
      .set({ config: JSON.stringify({ clientId: 'plain', clientSecret: 'older' }) })
      .where('connector_id', '=', 'github-universal')
      .execute();
  });
  const { body } = await app.call(webhooksApi.get, { token, params: { id: hook.id }, query: {} });
  expect(body.signingKey).toBe('an older plain key');
  const { body: connectors } = await app.call(connectorsApi.list, { token, query: {} });
  expect(connectors.map(({ config }) => (config as { clientId?: string }).clientId)).toContain('plain');
});

test('values of an earlier release are encrypted when its nodes have stopped', async () => {
  const { app: server } = app;
  const job = { signal: new AbortController().signal };
  const plain = async () => (await dump()).match(/an older plain key|"clientSecret": ?"older"/g);
  await server.tenancy.system((db) => sql`update vault_state set settings_sealed_at = null`.execute(db));

  server.vault.sealSettingsFrom(Date.now() + 60_000);
  await sealSettings(job, server);
  expect(await plain()).not.toBeNull();
  // A node of the previous release could not read a sealed value.
  const { body: created } = await app.call(webhooksApi.create, {
    token,
    body: { name: 'during the upgrade', events: ['User.Created'], config: { url: 'https://203.0.114.1/hook' } },
  });
  expect(await dump()).toContain(created.signingKey);
  const { body: user } = await app.call(usersApi.create, { token, body: { username: 'upgrading' } });
  const during = await createTokens(user.id);
  const tokens = ['clientSecret', 'secondSecret', 'pat', 'oneTimeToken', 'subjectToken'];
  expect(await findSecrets(during)).toEqual(expect.arrayContaining(tokens));
  // A node of the previous release adds no digest.
  const older = { token: 'A'.repeat(32), pat: `pat_${'B'.repeat(32)}` };
  await app.write('default', async (db) => {
    await sql`insert into one_time_tokens (id, email, token, expires_at)
      values ('older', 'older@example.com', ${older.token}, now() + interval '1 hour')`.execute(db);
    await sql`insert into personal_access_tokens (user_id, name, value)
      values (${user.id}, 'older', ${older.pat})`.execute(db);
  });
  const verify = (value: string, email: string) =>
    app.call(oneTimeTokensApi.verify, { token, body: { token: value, email } });
  const findPat = (value: string) => app.read('default', (db) => findPersonalAccessToken(db, value));
  const findSubject = (value: string) => app.read('default', (db) => findSubjectToken(db, value));
  expect(await findPat(older.pat)).toMatchObject({ name: 'older' });
  expect(await findPat(during.pat ?? '')).toMatchObject({ name: 'pat' });
  expect(await findSubject(during.subjectToken ?? '')).toMatchObject({ userId: user.id });

  server.vault.sealSettingsFrom(0);
  await sealSettings(job, server);
  expect(await plain()).toBeNull();
  expect(await dump()).not.toContain(created.signingKey);
  const { body } = await app.call(webhooksApi.get, { token, params: { id: created.id }, query: {} });
  expect(body.signingKey).toBe(created.signingKey);
  const { body: connectors } = await app.call(connectorsApi.list, { token, query: {} });
  expect(connectors.map(({ config }) => config)).toContainEqual({ clientId: 'plain', clientSecret: '******' });

  // Subject tokens of the upgrade live for ten minutes.
  const { subjectToken, ...sealed }: Record<string, string> = { ...during, ...older };
  expect(await findSecrets(sealed)).toEqual([]);
  expect(await findSubject(subjectToken ?? '')).toMatchObject({ userId: user.id });
  expect(await findPat(older.pat)).toMatchObject({ name: 'older' });
  expect(await findPat(during.pat ?? '')).toMatchObject({ name: 'pat' });
  expect((await verify(older.token, 'older@example.com')).body).toMatchObject({ token: older.token });
  expect((await verify(during.oneTimeToken ?? '', 'once@example.com')).status).toBe(200);
});

test('a digest from a copy of the database is not accepted in place of the token', async () => {
  const { body: user } = await app.call(usersApi.create, { token, body: { username: 'copied' } });
  const { body: subject } = await app.call(subjectTokensApi.create, { token, body: { userId: user.id } });
  const find = (value: string) => app.read('default', (db) => findSubjectToken(db, value));
  expect(await find(subject.subjectToken)).toMatchObject({ userId: user.id });
  expect(await find(digestSecret(subject.subjectToken))).toBeUndefined();
});

test('every sealed value of the database is rotated while the server runs', async () => {
  const { app: server } = app;
  const sealedValues = async () => new Set((await dump()).match(/v1\.[\w-]{80}\.[\w-]{38,}/g));
  const before = await sealedValues();
  expect(before.size).toBeGreaterThan(15);

  // Entries of the audit log that are still to be written would be sealed with the new key at once.
  await app.worker.drain();
  await flushLogs(server);
  addKeyToFile(server.config.dataDir);
  const { changed, unreadable, chains } = await rotateSecrets(server);
  expect({ changed, unreadable }).toEqual({ changed: before.size, unreadable: 0 });
  expect(chains).toBeGreaterThan(0);
  expect([...(await sealedValues())].filter((value) => before.has(value))).toEqual([]);

  const { body: connectors } = await app.call(connectorsApi.list, { token, query: {} });
  expect(connectors.map(({ config }) => config)).toContainEqual({ clientId: 'plain', clientSecret: '******' });
  const [newest = ''] = (await readFile(join(server.config.dataDir, 'vault.key'), 'utf8')).split('\n');
  const newKeyOnly = createVault({ keys: [Buffer.from(newest, 'base64')], isDatabaseEmbedded: false, dataDir: '' });
  expect(await rotateSecrets({ ...server, vault: newKeyOnly })).toEqual({ changed: 0, unreadable: 0, chains: 0 });
});

test('a tenant whose keys no vault key opens continues with new ones', async () => {
  const other = createVault({ keys: [Buffer.alloc(32, 1)], isDatabaseEmbedded: false, dataDir: '' });
  const read = () => app.read('default', (db) => listKeys(db, keySealer({ vault: other }, 'default')));
  await expect(read()).rejects.toMatchObject({ code: 'vault.unreadable' });
  const key = await newKey('private');
  const rotate = (replacesUnreadable: boolean) =>
    app.write('default', (db) =>
      rotateKeys(db, keySealer({ vault: other }, 'default'), key, { rotationGracePeriod: 0, replacesUnreadable }),
    );
  await expect(rotate(false)).rejects.toMatchObject({ code: 'vault.unreadable' });
  await rotate(true);
  expect((await read()).map(({ kind }) => kind).sort()).toEqual(['cookie', 'private']);
});

test('the keys of a new tenant are sealed', async () => {
  const cloud = await testApp({ EDITION: 'cloud' });
  try {
    const { createTenant } = await consoleTokens(cloud, 'ada');
    const tenantId = await createTenant('Acme');
    const rows = await cloud.read(tenantId, (db) => db.selectFrom('oidc_keys').select(['kind', 'value']).execute());
    expect(rows.map(({ kind, value }) => [kind, Object.keys(value as object)]).sort()).toEqual([
      ['cookie', ['$sealed']],
      ['private', ['$sealed']],
    ]);
  } finally {
    await cloud.close();
  }
});
