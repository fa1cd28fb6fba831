import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { customJwtApi } from '@postern/contracts/access/custom-jwt';
import { samlApplicationsApi } from '@postern/contracts/access/saml-applications';
import { captchaApi } from '@postern/contracts/experience/captcha';
import { connectorsApi } from '@postern/contracts/messages/connectors';
import { userMfaApi } from '@postern/contracts/people/user-mfa';
import { usersApi } from '@postern/contracts/people/users';
import { throttleApi } from '@postern/contracts/records/throttle';
import { webhooksApi } from '@postern/contracts/records/webhooks';
import { sql } from 'kysely';
import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { throttled } from './features/records/throttle/index.ts';
import { rotateSecrets, sealSettings } from './features/records/vault/index.ts';
import { clientOptions } from './platform/db.ts';
import { addKeyToFile, createVault } from './platform/vault.ts';
import { type TestApp, testApp } from './testing.ts';

let app: TestApp;
let token: string;

beforeAll(async () => {
  app = await testApp();
  token = await app.managementToken();
});
afterAll(() => app.close());

/** The whole content of the database as text, as someone with a copy of it reads it. */
async function dump(): Promise<string> {
  const owner = new pg.Client(clientOptions(app.address, 'postern-test'));
  await owner.connect();
  try {
    const { rows: tables } = await owner.query<{ name: string }>(
      `select quote_ident(table_name) as name from information_schema.tables
        where table_schema = 'public' and table_type = 'BASE TABLE'`,
    );
    let text = '';
    for (const { name } of tables) {
      const { rows } = await owner.query<{ row: string }>(`select t::text as row from ${name} t`);
      text += rows.map(({ row }) => `${name} ${row}`).join('\n');
    }
    return text;
  } finally {
    await owner.end();
  }
}

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
  await app.worker.drain();

  const text = await dump();
  expect(text).toContain(connector.id);
  const found = Object.entries(secrets).flatMap(([name, secret]) => {
    expect(secret.length, name).toBeGreaterThan(7);
    return formsOf(secret).some((form) => text.includes(form)) ? [name] : [];
  });
  expect(found).toEqual([]);
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
      .execute();
  });
  const { body } = await app.call(webhooksApi.get, { token, params: { id: hook.id }, query: {} });
  expect(body.signingKey).toBe('an older plain key');
  const { body: connectors } = await app.call(connectorsApi.list, { token, query: {} });
  expect(connectors.map(({ config }) => (config as { clientId?: string }).clientId)).toEqual(['plain']);
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

  server.vault.sealSettingsFrom(0);
  await sealSettings(job, server);
  expect(await plain()).toBeNull();
  expect(await dump()).not.toContain(created.signingKey);
  const { body } = await app.call(webhooksApi.get, { token, params: { id: created.id }, query: {} });
  expect(body.signingKey).toBe(created.signingKey);
  const { body: connectors } = await app.call(connectorsApi.list, { token, query: {} });
  expect(connectors[0]?.config).toEqual({ clientId: 'plain', clientSecret: '******' });
});

test('every sealed value of the database is rotated while the server runs', async () => {
  const { app: server } = app;
  const sealedValues = async () => new Set((await dump()).match(/v1\.[\w-]{80}\.[\w-]{38,}/g));
  const before = await sealedValues();
  expect(before.size).toBeGreaterThan(15);

  addKeyToFile(server.config.dataDir);
  const { changed, unreadable, chains } = await rotateSecrets(server);
  expect({ changed, unreadable }).toEqual({ changed: before.size, unreadable: 0 });
  expect(chains).toBeGreaterThan(0);
  expect([...(await sealedValues())].filter((value) => before.has(value))).toEqual([]);

  const { body: connectors } = await app.call(connectorsApi.list, { token, query: {} });
  expect(connectors[0]?.config).toEqual({ clientId: 'plain', clientSecret: '******' });
  const [newest = ''] = (await readFile(join(server.config.dataDir, 'vault.key'), 'utf8')).split('\n');
  const newKeyOnly = createVault({ keys: [Buffer.from(newest, 'base64')], isDatabaseEmbedded: false, dataDir: '' });
  expect(await rotateSecrets({ ...server, vault: newKeyOnly })).toEqual({ changed: 0, unreadable: 0, chains: 0 });
});
