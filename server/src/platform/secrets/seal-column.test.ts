import { randomBytes } from 'node:crypto';
import { tmpdir } from 'node:os';
import { expect, test } from 'vitest';
import { isSealed, sealerFor } from './seal-column.ts';
import { createVault } from './vault.ts';

const withKey = () => createVault({ keys: [randomBytes(32)], isDatabaseEmbedded: false, dataDir: tmpdir() });
const withoutKey = createVault({ keys: [], isDatabaseEmbedded: false, dataDir: tmpdir() });

test('seals for one row, and opens values from before', () => {
  const vault = withKey();
  const sealer = sealerFor(vault, 'hook/a');
  const sealed = sealer.seal('');
  expect(isSealed(sealed)).toBe(true);
  expect(sealer.open(sealed)).toBe('');
  expect(sealer.open(sealer.seal('secret'))).toBe('secret');
  expect(sealer.open('secret')).toBe('secret');
  expect(() => sealerFor(vault, 'hook/b').open(sealed)).toThrow();
});

test('stores plain text without a vault key', () => {
  const sealer = sealerFor(withoutKey, 'hook/a');
  expect(sealer.open(sealer.seal('secret'))).toBe('secret');
  expect(sealer.seal('secret')).toBe('secret');
});
