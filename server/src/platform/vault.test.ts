import { randomBytes } from 'node:crypto';
import { mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { readVaultKey } from './config.ts';
import { createVault } from './vault.ts';

const folders: string[] = [];
afterAll(() => Promise.all(folders.map((folder) => rm(folder, { recursive: true, force: true }))));

async function dataDir(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'postern-vault-'));
  folders.push(folder);
  return folder;
}
const withKey = (key = randomBytes(32)) => createVault({ key, isDatabaseEmbedded: false, dataDir: '/nowhere' });

test('opens what it sealed, and the sealed value reveals nothing', () => {
  const vault = withKey();
  for (const secret of ['', 'sk_live_canary', 'ünïcode 🔑', 'x'.repeat(100_000)]) {
    const sealed = vault.seal('tenant/a', secret);
    expect(vault.open('tenant/a', sealed)).toBe(secret);
    expect(secret !== '' && sealed.includes(secret)).toBe(false);
  }
  expect(vault.seal('tenant/a', 'same')).not.toBe(vault.seal('tenant/a', 'same'));
});

test('does not open with another key or purpose, or after a byte has changed', () => {
  const vault = withKey();
  const sealed = vault.seal('tenant/a', 'secret');
  // Replaces a character in the middle with a different one; the last one may contain unused bits.
  const changed = sealed.at(-9) === 'A' ? 'B' : 'A';
  const refused = expect.objectContaining({ code: 'vault.unreadable' });
  expect(() => withKey().open('tenant/a', sealed)).toThrow(refused);
  expect(() => vault.open('tenant/b', sealed)).toThrow(refused);
  for (const broken of [
    '',
    'v1',
    'v1..',
    `${sealed.slice(0, -9)}${changed}${sealed.slice(-8)}`,
    sealed.replace('v1', 'v2'),
    sealed.slice(0, 60),
  ]) {
    expect(() => vault.open('tenant/a', broken)).toThrow(refused);
  }
});

test('creates a key file once with the embedded database, readable by the owner only', async () => {
  const folder = await dataDir();
  const make = () => createVault({ key: undefined, isDatabaseEmbedded: true, dataDir: folder });
  const [one, two] = [make(), make()];
  expect(await readdir(folder)).toEqual([]);
  expect(two.open('x', one.seal('x', 'secret'))).toBe('secret');
  expect(make().open('x', two.seal('x', 'again'))).toBe('again');
  expect(await readdir(folder)).toEqual(['vault.key']);
  expect((await stat(join(folder, 'vault.key'))).mode & 0o777).toBe(0o600);
});

test('fails to start with an invalid key file instead of replacing it', async () => {
  const folder = await dataDir();
  await writeFile(join(folder, 'vault.key'), 'nonsense');
  expect(() => createVault({ key: undefined, isDatabaseEmbedded: true, dataDir: folder })).toThrow(
    /vault\.key: must be 32 bytes/,
  );
  expect(await readFile(join(folder, 'vault.key'), 'utf8')).toBe('nonsense');
});

test('seals nothing without a key and with an external database', async () => {
  const folder = await dataDir();
  const vault = createVault({ key: undefined, isDatabaseEmbedded: false, dataDir: folder });
  expect(() => vault.seal('x', 'secret')).toThrow(expect.objectContaining({ code: 'vault.not_configured' }));
  expect(await readdir(folder)).toEqual([]);
});

test.each([
  [randomBytes(32).toString('base64'), true],
  [`${randomBytes(32).toString('base64')}\n`, true],
  [randomBytes(31).toString('base64'), false],
  [randomBytes(33).toString('base64'), false],
  ['x'.repeat(44), false],
  ['', false],
])('%j is a key: %s', (text, isKey) => expect(readVaultKey(text) !== undefined).toBe(isKey));
