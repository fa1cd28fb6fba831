import { createHash } from 'node:crypto';
import { createReadStream, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';

const name = 'SHA256SUMS';

async function checksumOf(file) {
  const hash = createHash('sha256');
  await pipeline(createReadStream(file), hash);
  return hash.digest('hex');
}

/** Writes the checksums of all files of a folder, as `sha256sum --check` reads them. */
export async function writeChecksums(folder) {
  const names = readdirSync(folder).filter((file) => file !== name);
  const lines = [];
  for (const file of names.sort()) lines.push(`${await checksumOf(join(folder, file))}  ${file}\n`);
  writeFileSync(join(folder, name), lines.join(''));
}
