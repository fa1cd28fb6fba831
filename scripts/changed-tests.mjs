// `npm test -- --changed [ref]`: selects the tests that a change can affect. If that is unknown, all of them.
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { basename, dirname, join, relative } from 'node:path';
import { root } from './runtime.mjs';

/** Uncommitted changes; with a ref also the commits since the branch left it. */
export function changedFiles(ref) {
  const git = (...words) => execFileSync('git', words, { cwd: root, encoding: 'utf8' }).split('\n').filter(Boolean);
  const [base] = ref ? git('merge-base', ref, 'HEAD') : ['HEAD'];
  return [...git('diff', '--name-only', '--no-renames', base), ...git('ls-files', '--others', '--exclude-standard')];
}

const listFiles = () =>
  execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard'], { cwd: root, encoding: 'utf8' })
    .split('\n')
    .filter((file) => file && existsSync(join(root, file)));

const isTest = (file) => /\.test\.(ts|tsx|mjs)$/.test(file);
const isSpec = (file) => /^e2e\/.*\.spec\.ts$/.test(file);
/** No test reads these; some are for the checks, which always run. */
const isUntested = (file) =>
  /^(docs|bench|\.github|\.vscode)\/|^[^/]*\.md$|^LICENSE$|^\.(editorconfig|dependency-cruiser\.mjs)$|^(biome|renovate)\.json$|^knip\.jsonc$/.test(
    file,
  );
/** The folders of slices, in any runtime; the rest of a path contains the name of the slice. */
const slices =
  /^((server|console)\/src\/features\/(?=.+\/)|contracts\/src\/|console\/src\/paths\/|(?=connectors\/.+\/))/;
/** Texts of all pages. `npm run check` compares them with English. */
const isRecord = (file) =>
  /^scripts\/phrases\/translated\/|^translations\/[^/]+\/(platform\..*|glossary)\.\w+$/.test(file);

/** Files of many slices have these names. */
const common = new Set(['index', 'routes', 'store', 'phrases', 'fields']);

/** The words of a file that may name its slice, and what to look for if no spec has their name; undefined for all specs. */
function wordsOf(file) {
  const plain = file.replace(/\.[^/]*$/, '').split('/');
  if (slices.test(file))
    return {
      words: file
        .replace(slices, '')
        .replace(/\.[^/]*$/, '')
        .split('/')
        .filter((word) => !common.has(word)),
    };
  // translations/de/people.user-list.json
  if (plain[0] === 'translations') return { words: file.split(/[/.]/).slice(3, 4), otherwise: 'sign-in' };
  if (/^experience\/src\/(steps|account|setup)\/.+\//.test(file))
    return { words: plain.slice(2), otherwise: 'sign-in' };
  return undefined;
}

function isSpecOf(word, spec) {
  const singular = word.replace(/s$/, '');
  const isPart = spec.startsWith(`${word}-`) || spec.startsWith(`${singular}-`);
  return spec === word || isPart || spec.endsWith(`-${word}`) || word.endsWith(`-${spec}`);
}

/** The browser specs of the changed slices. Specs are named after their slice, as in `npm run where`. */
export function touchedSpecs(changed, specs) {
  const touched = changed
    .filter((file) => !isUntested(file) && !isRecord(file) && !isTest(file))
    .map((file) => {
      if (isSpec(file)) return specs.filter((spec) => spec === file);
      const { words = [], otherwise } = wordsOf(file) ?? {};
      const named = (word) => specs.filter((spec) => isSpecOf(word, basename(spec, '.spec.ts')));
      const own = words.flatMap(named);
      const next = own.length > 0 || !otherwise ? own : named(otherwise);
      return next.length > 0 ? next : specs;
    });
  return specs.filter((spec) => touched.some((list) => list.includes(spec)));
}

/** These import every slice, so their imports say nothing about the test that uses them. */
const isWholeProduct = (file) =>
  /^server\/src\/((app|cli\/run-cli|features\/index)\.ts$|testing\/)|^console\/src\/(testing\/|(features\/index|phrases)\.ts$)|^experience\/src\/testing\//.test(
    file,
  );
const isWholeProductTest = (file) => /^server\/src\/[^/]+\.test\.ts$/.test(file);
/** Tests of the whole product that use only a few operations: about processes, nodes, the database and the network. */
const isAboutProcesses = (file) =>
  /\/(cookie-names|crash|http|nodes|one-interval|operations|overload|prefix|readiness|tenancy|traces|unwritable|workers)\.test\.ts$/.test(
    file,
  );
/** Every test of the server depends on these. */
const isFoundation = (file) =>
  /^(server\/(migrations|src\/platform)\/|server\/src\/((app|features\/index)\.ts$|testing\/))/.test(file);

/** These files, and all that import them, directly or indirectly. */
function dependentsOf(sources, files, importsOf) {
  const importers = new Map();
  for (const file of files) {
    for (const imported of isWholeProduct(file) ? [] : importsOf(file)) {
      importers.set(imported, [...(importers.get(imported) ?? []), file]);
    }
  }
  const affected = new Set(sources);
  for (const file of affected) {
    for (const importer of importers.get(file) ?? []) affected.add(importer);
  }
  return affected;
}

/**
 * The unit and API tests that a change can affect: those that import it, directly or indirectly, and those next to a
 * server file that does, because they reach it through HTTP. `importsOf` returns the imports of a file.
 */
export function touchedTests(changed, files, importsOf) {
  const tests = files.filter(isTest);
  const isForBrowser = (file) => /^(e2e\/|playwright\.config\.ts$)/.test(file);
  const sources = changed.filter((file) => !isUntested(file) && !isForBrowser(file));
  const isKnown = (file) =>
    isFoundation(file) ||
    /^(server|contracts|connectors|console|experience|ui)\/.*\.(tsx?|en\.json)$|^(scripts|translations)\//.test(file);
  if (!sources.every(isKnown)) return tests;
  const affected = dependentsOf(sources, files, importsOf);
  // Texts of the server are read by its tests through HTTP, in the language of their requests.
  const translated = sources.flatMap((file) => {
    const [, wing, slice] = /^translations\/[^/]+\/([^./]+)\.([^./]+)\.server\.json$/.exec(file) ?? [];
    return slice ? [`server/src/features/${wing}/${slice}`] : [];
  });
  const folders = new Set([
    ...[...affected].filter((file) => file.startsWith('server/src/features/')).map(sliceOf),
    ...translated,
  ]);
  const isServerTouched = [...affected].some((file) => /^(server|contracts|connectors)\//.test(file));
  const isAllOfServer = sources.some(isFoundation);
  const isOnlySlices = !sources.some((file) => /^(server\/(?!src\/features\/)|connectors\/)/.test(file));
  // Screens are tests of a slice of the console or of a folder of the hosted pages; what every page uses may break any.
  const screensOf = new Set([...affected].map(partOf).filter(Boolean));
  const shared = [...affected].filter((file) => !isTest(file));
  const isFrame = (file) => /^experience\/src\/([^/]+|account\/[^/]+)$/.test(file);
  const areAll = {
    console: shared.some((file) => /^(console\/src\/(platform|testing)|ui)\//.test(file)),
    experience:
      shared.some((file) => /^(experience\/src\/(platform|parts|testing)|ui)\//.test(file)) || sources.some(isFrame),
  };
  return tests.filter(
    (test) =>
      affected.has(test) ||
      (isScreens(test) && (areAll[test.split('/')[0]] || screensOf.has(partOf(test)))) ||
      (test.startsWith('server/') && isAllOfServer) ||
      (isWholeProductTest(test) && isServerTouched && !(isOnlySlices && isAboutProcesses(test))) ||
      (test.startsWith('server/src/features/') && folders.has(sliceOf(test))),
  );
}

/**
 * The contracts that the slices of a change serve, for the tests that try every operation; undefined if the change may
 * affect others.
 */
export function touchedContracts(changed, files, importsOf) {
  const sources = changed.filter((file) => !isUntested(file));
  const isOfSlice = (file) =>
    /^(server\/src\/features|contracts\/src|console\/src\/features|console\/src\/paths|translations)\/.+\//.test(file);
  if (!sources.every(isOfSlice)) return undefined;
  const affected = [...dependentsOf(sources, files, importsOf)];
  const isServed = (file) => file.startsWith('server/src/features/') && !isTest(file);
  const folders = new Set(affected.filter(isServed).map(sliceOf));
  const served = files.filter((file) => isServed(file) && folders.has(sliceOf(file)));
  const isContract = (file) => /^contracts\/src\/[^/]+\/[^/]+\.ts$/.test(file) && !isTest(file);
  return [...new Set([...affected, ...served.flatMap(importsOf)])].filter(isContract).sort();
}

const isScreens = (test) => test.endsWith('screens.test.tsx');
/** `console/src/features/access/roles`, `experience/src/steps/consent`; undefined outside of them. */
const partOf = (file) =>
  /^(console\/src\/features\/[^/]+\/[^/]+|experience\/src\/((steps|account)\/[^/]+|setup))\//.exec(file)?.[1];

/** The folder of the slice: the nearest one with an `index.ts`, or the folder of the file. */
function sliceOf(file) {
  const above = [];
  for (let folder = dirname(file); folder !== 'server/src/features' && folder !== '.'; folder = dirname(folder)) {
    above.push(folder);
  }
  return above.find((folder) => existsSync(join(root, folder, 'index.ts'))) ?? dirname(file);
}

const pattern = /(?:from|import)\s*\(?\s*'((?:\.{1,2}\/|#|@postern\/)[^']+)'/g;

/** The files of this repository that a file imports. */
function readImports(file) {
  if (!/\.(ts|tsx|mjs)$/.test(file)) return [];
  const path = join(root, file);
  const { resolve } = createRequire(path);
  return [...readFileSync(path, 'utf8').matchAll(pattern)].flatMap(([, name]) => {
    try {
      return [relative(root, resolve(name))];
    } catch {
      // An asset of the web apps, or text that only looks like an import.
      return [];
    }
  });
}

const tablePattern =
  /\b(?:create table|alter table|update|insert into|delete from|(?:index|trigger)\b[^;]*?\bon)\s+(?:if (?:not )?exists\s+)?(?:only\s+)?(\w+)/gi;

/**
 * A new migration can affect only the slices that use its tables: replaces it by their stores. The types of the tables are
 * written from the migrations. `released` is the last migration of a release.
 */
export function resolveMigrations(changed, files, readText, released) {
  const isNew = (file) => /^server\/migrations\/\d{4}_\w+\.sql$/.test(file) && basename(file) > released;
  const fresh = changed.filter(isNew);
  if (fresh.length === 0) return changed;
  const tables = new Set(fresh.flatMap((file) => [...readText(file).matchAll(tablePattern)].map(([, name]) => name)));
  const mentions = new RegExp(`\\b(${[...tables].join('|')})\\b`);
  const stores = files.filter((file) => /^server\/src\/.*store\.ts$/.test(file) && mentions.test(readText(file)));
  // A table that no store uses yet, or that only others use: every slice may be affected.
  if (tables.size === 0 || stores.length === 0) return changed;
  const isWritten = (file) => file === 'server/src/platform/db/db-types.ts';
  return [...new Set([...changed.filter((file) => !isNew(file) && !isWritten(file)), ...stores])];
}

const lastReleased = () =>
  JSON.parse(readFileSync(join(root, 'server', 'migrations', 'releases.json'), 'utf8')).at(-1).lastMigration;

/** The test files and browser specs to run for a change. */
export function chooseTests(ref) {
  const changed = changedFiles(ref);
  const files = listFiles();
  const readText = (file) => (existsSync(join(root, file)) ? readFileSync(join(root, file), 'utf8') : '');
  const sources = resolveMigrations(changed, files, readText, lastReleased());
  return {
    changed,
    tests: touchedTests(sources, files, readImports),
    specs: touchedSpecs(sources, files.filter(isSpec)),
    contracts: touchedContracts(sources, files, readImports),
  };
}
