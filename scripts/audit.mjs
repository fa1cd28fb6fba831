// Compares the locked packages with lists of known vulnerabilities, and ends with 1 if there is one.
//   npm run audit                     the registry of npm
//   npm run audit -- --osv <folder>   a copy of OSV (osv.dev, `npm/all.zip`, unpacked), without network
//   npm run audit -- --dev            also packages that only build or test the product
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { findVulnerable, listLocked } from './find-vulnerable.mjs';
import { root } from './runtime.mjs';

const { values } = parseArgs({ options: { osv: { type: 'string' }, dev: { type: 'boolean' } } });
const lock = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8'));
const locked = listLocked(lock).filter(({ isDev }) => values.dev || !isDev);

function* advisoriesIn(folder) {
  for (const path of readdirSync(folder, { recursive: true })) {
    if (path.endsWith('.json')) yield JSON.parse(readFileSync(join(folder, path), 'utf8'));
  }
}

function readOsv(folder) {
  let count = 0;
  const found = [];
  for (const advisory of advisoriesIn(folder)) {
    count += 1;
    found.push(...findVulnerable(locked, advisory));
  }
  if (count === 0) throw new Error(`${folder} contains no advisories.`);
  return { source: `${count} advisories of ${folder}`, found };
}

/** The endpoint that `npm audit` uses. The registry compares the versions. */
async function askRegistry() {
  const registry = (process.env.npm_config_registry ?? 'https://registry.npmjs.org/').replace(/\/?$/, '/');
  const versions = {};
  for (const { name, version } of locked) {
    versions[name] = [...new Set([...(versions[name] ?? []), version])];
  }
  const response = await fetch(`${registry}-/npm/v1/security/advisories/bulk`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(versions),
  });
  if (!response.ok) {
    throw new Error(`The registry has no list of vulnerabilities (${response.status}). Use --osv with a copy of OSV.`);
  }
  const found = Object.entries(await response.json()).flatMap(([name, advisories]) =>
    advisories.map(({ url, severity, title, vulnerable_versions: range }) => {
      return { name, version: range, id: url, severity, summary: title };
    }),
  );
  return { source: 'the registry', found };
}

try {
  const { source, found } = values.osv === undefined ? await askRegistry() : readOsv(values.osv);
  for (const { name, version, severity, id, summary } of found) {
    console.log(`${severity}: ${name} ${version}: ${summary} (${id})`);
  }
  console.log(`${locked.length} packages compared with ${source}: ${found.length} vulnerabilities.`);
  process.exitCode = found.length > 0 ? 1 : 0;
} catch (error) {
  console.error(error.cause?.message ? `${error.message}: ${error.cause.message}` : error.message);
  process.exitCode = 2;
}
