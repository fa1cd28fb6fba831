import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { writeChecksums } from './write-checksums.mjs';

test('the checksums list every file once, also when they are written again', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'postern-checksums-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  writeFileSync(join(folder, 'b.deb'), 'abc');
  writeFileSync(join(folder, 'a.tar.gz'), '');
  await writeChecksums(folder);
  await writeChecksums(folder);
  // The digests of "" and "abc" in FIPS 180-4.
  expect(readFileSync(join(folder, 'SHA256SUMS'), 'utf8')).toBe(
    [
      'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855  a.tar.gz\n',
      'ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad  b.deb\n',
    ].join(''),
  );
});
