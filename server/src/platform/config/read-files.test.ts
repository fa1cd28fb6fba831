import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { readConfig } from './config.ts';

const folder = mkdtempSync(join(tmpdir(), 'postern-files-'));
afterAll(() => rmSync(folder, { recursive: true }));

function fileWith(text: string): string {
  const path = join(folder, 'value');
  writeFileSync(path, text);
  return path;
}

test('every variable can be read from a file', () => {
  const key = Buffer.alloc(32, 3);
  expect(readConfig({ SECRET_VAULT_KEK_FILE: fileWith(`${key.toString('base64')}\n`) }).vaultKeys).toEqual([key]);
  const url = 'postgres://postern:secret@db/postern';
  expect(readConfig({ DATABASE_URL_FILE: fileWith(`${url}\r\n`) }).databaseUrl).toBe(url);
  expect(readConfig({ METRICS_TOKEN_FILE: fileWith('0123456789abcdef') }).metricsToken).toBe('0123456789abcdef');
  expect(readConfig({ S3_SECRET_ACCESS_KEY_FILE: '', METRICS_TOKEN_FILE: undefined }).metricsToken).toBeUndefined();
});

test('refuses a file that is missing or empty, and a variable that is also set', () => {
  expect(() => readConfig({ METRICS_TOKEN_FILE: join(folder, 'none') })).toThrow(
    /^METRICS_TOKEN_FILE: cannot be read: ENOENT/,
  );
  expect(() => readConfig({ METRICS_TOKEN_FILE: fileWith('\n') })).toThrow(/^METRICS_TOKEN_FILE: is an empty file/);
  expect(() => readConfig({ METRICS_TOKEN_FILE: fileWith('a'), METRICS_TOKEN: 'b' })).toThrow(
    /^METRICS_TOKEN and METRICS_TOKEN_FILE: set only one/,
  );
});

test('the value of a file is not repeated in an error', () => {
  const read = () => readConfig({ ACME_EAB_HMAC_KEY_FILE: fileWith('not a key') });
  expect(read).toThrow(/^ACME_EAB_HMAC_KEY: must be a key in base64url/);
  expect(read).not.toThrow(/not a key/);
});
