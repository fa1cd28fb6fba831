import { randomBytes } from 'node:crypto';
import { mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { readVaultKeys } from '#platform/config/config';
import { addKeyToFile, createVault, forgetOldKeysInFile } from './vault.ts';

const folders: string[] = [];
afterAll(() => Promise.all(folders.map((folder) => rm(folder, { recursive: true, force: true }))));

async function dataDir(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'postern-vault-'));
  folders.push(folder);
  return folder;
}
const withKey = (key = randomBytes(32)) => createVault({ keys: [key], isDatabaseEmbedded: false, dataDir: '/nowhere' });

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
  const make = () => createVault({ keys: [], isDatabaseEmbedded: true, dataDir: folder });
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
  expect(() => createVault({ keys: [], isDatabaseEmbedded: true, dataDir: folder })).toThrow(
    /vault\.key: must be 32 bytes/,
  );
  expect(await readFile(join(folder, 'vault.key'), 'utf8')).toBe('nonsense');
});

test('seals nothing without a key and with an external database', async () => {
  const folder = await dataDir();
  const vault = createVault({ keys: [], isDatabaseEmbedded: false, dataDir: folder });
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
])('%j is a key: %s', (text, isKey) => expect(readVaultKeys(text) !== undefined).toBe(isKey));

test('with several keys the first one encrypts and all decrypt', () => {
  const [old, next] = [randomBytes(32), randomBytes(32)];
  const make = (...keys: Buffer[]) => createVault({ keys, isDatabaseEmbedded: false, dataDir: '/nowhere' });
  const [before, during, after] = [make(old), make(next, old), make(next)];
  const sealed = before.seal('x', 'secret');
  expect(during.open('x', sealed)).toBe('secret');
  expect(after.open('x', during.seal('x', 'newer'))).toBe('newer');
  const moved = during.rewrap('x', sealed) ?? '';
  expect(after.open('x', moved)).toBe('secret');
  expect(during.rewrap('x', moved)).toBeUndefined();
  expect(() => before.open('x', moved)).toThrow(expect.objectContaining({ code: 'vault.unreadable' }));
  expect(() => after.rewrap('x', sealed)).toThrow(expect.objectContaining({ code: 'vault.unreadable' }));
  expect(() => during.rewrap('y', sealed)).toThrow(expect.objectContaining({ code: 'vault.unreadable' }));

  const code = before.mac('x', 'text');
  expect([during.isMac('x', 'text', code), during.isMac('x', 'other', code), during.isMac('y', 'text', code)]).toEqual([
    true,
    false,
    false,
  ]);
  expect([during.mac('x', 'text') === code, after.isMac('x', 'text', code)]).toEqual([false, false]);
});

test('a running server notices a new key in the file, and never replaces a file that was moved away', async () => {
  const folder = await dataDir();
  const running = createVault({ keys: [], isDatabaseEmbedded: true, dataDir: folder });
  const first = running.seal('x', 'one');
  addKeyToFile(folder);
  const command = createVault({ keys: [], isDatabaseEmbedded: true, dataDir: folder });
  expect(running.open('x', command.seal('x', 'by the command'))).toBe('by the command');
  expect(command.rewrap('x', running.seal('x', 'two'))).toBeUndefined();
  expect(running.open('x', command.rewrap('x', first) ?? '')).toBe('one');
  addKeyToFile(folder);
  forgetOldKeysInFile(folder);
  expect((await readFile(join(folder, 'vault.key'), 'utf8')).trim().split('\n')).toHaveLength(2);
  expect((await stat(join(folder, 'vault.key'))).mode & 0o777).toBe(0o600);
  await rm(join(folder, 'vault.key'));
  expect(running.open('x', running.seal('x', 'three'))).toBe('three');
  expect(await readdir(folder)).toEqual([]);
});
