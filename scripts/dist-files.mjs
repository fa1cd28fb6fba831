// Functions of build.mjs for the files of a build.
import { existsSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { join, relative } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';

/** Lists the files in a folder, without ignored ones. */
export function filesIn(path, isIgnored = (name) => name.startsWith('.')) {
  if (!existsSync(path)) return [];
  if (statSync(path).isFile()) return [path];
  return readdirSync(path, { withFileTypes: true })
    .filter(({ name }) => !isIgnored(name))
    .flatMap((entry) => (entry.isDirectory() ? filesIn(join(path, entry.name), isIgnored) : [join(path, entry.name)]))
    .sort();
}

/** Compresses assets once at build time, instead of in every server on the first request. */
export async function compress(files) {
  for (const file of files.filter((name) => /\.(html|js|css|svg|json)$/.test(name))) {
    const body = await readFile(file);
    const quality = { params: { [constants.BROTLI_PARAM_QUALITY]: 9 } };
    const packed = { br: promisify(brotliCompress)(body, quality), gz: promisify(gzip)(body, { level: 9 }) };
    await Promise.all(Object.entries(packed).map(async ([ending, text]) => writeFile(`${file}.${ending}`, await text)));
  }
}

const KEPT_FOR = 7 * 24 * 60 * 60 * 1000;

/**
 * Running servers and open pages may still load files of the previous build. So its files stay for a week after they
 * are replaced; their names contain a content hash.
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
