// What build.mjs does with the files of a build.
import { existsSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { join, relative } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';

/** Names of what lies in a folder, without what somebody else is the owner of. */
export function filesIn(path, isIgnored = (name) => name.startsWith('.')) {
  if (!existsSync(path)) return [];
  if (statSync(path).isFile()) return [path];
  return readdirSync(path, { withFileTypes: true })
    .filter(({ name }) => !isIgnored(name))
    .flatMap((entry) => (entry.isDirectory() ? filesIn(join(path, entry.name), isIgnored) : [join(path, entry.name)]))
    .sort();
}

/** What pages load, once and here, instead of by every server for its first visitor. */
export async function compress(files) {
  for (const file of files.filter((name) => /\.(js|css|svg|json)$/.test(name))) {
    const body = await readFile(file);
    const quality = { params: { [constants.BROTLI_PARAM_QUALITY]: 9 } };
    const packed = { br: promisify(brotliCompress)(body, quality), gz: promisify(gzip)(body, { level: 9 }) };
    await Promise.all(Object.entries(packed).map(async ([ending, text]) => writeFile(`${file}.${ending}`, await text)));
  }
}

const KEPT_FOR = 7 * 24 * 60 * 60 * 1000;

/**
 * Servers that still run, and pages that are still open, load parts of the build before this one late. So its files stay
 * for a week after others have taken their place; their names hold a hash of what is in them.
 */
export function forgetSuperseded(dist, current, now = Date.now()) {
  const list = join(dist, '.superseded.json');
  const known = existsSync(list) ? JSON.parse(readFileSync(list, 'utf8')) : {};
  const kept = {};
  for (const file of filesIn(dist)) {
    const name = relative(dist, file);
    if (current.has(file) || current.has(file.replace(/\.(br|gz)$/, ''))) continue;
    const since = known[name] ?? now;
    if (now - since > KEPT_FOR) rmSync(file);
    else kept[name] = since;
  }
  writeFileSync(list, JSON.stringify(kept));
}
