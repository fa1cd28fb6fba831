// The tests themselves, started by test.mjs after Node, packages and web builds are ready.
import { cpSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { chooseTests } from './changed-tests.mjs';
import { findChromium } from './find-chromium.mjs';
import { root } from './runtime.mjs';
import { makeScratchFolder } from './scratch-folder.mjs';
import { binOf, checks, checksOf, runAll, runStep } from './steps.mjs';
import { failedBrowserTests, failedScreens, judgeScreens, judgeSecondRun, slowest } from './test-report.mjs';

const scratch = makeScratchFolder();
process.env.TMPDIR = scratch;
const startedAt = performance.now();
const chromium = await findChromium();
// For pages of the console in unit tests, and for the browser tests.
process.env.CHROMIUM_PATH = chromium;

function readReport(file) {
  try {
    return JSON.parse(readFileSync(join(scratch, file), 'utf8'));
  } catch {
    return undefined;
  }
}

/** `--changed [ref]` skips tests that the change cannot affect. */
function readChosen([option, ref, ...rest]) {
  if (option === undefined) return undefined;
  if (option !== '--changed' || rest.length > 0) throw new Error('Usage: npm test [-- --changed [ref]]');
  const chosen = chooseTests(ref);
  const { changed, tests, specs, contracts } = chosen;
  // For the tests that try every operation.
  if (contracts) process.env.POSTERN_TESTED_CONTRACTS = contracts.join();
  console.log(`${changed.length} files changed: ${tests.length} test files and ${specs.length} browser specs`);
  return chosen;
}

let chosen;
try {
  chosen = readChosen(process.argv.slice(2));
} catch (error) {
  console.error(error.message);
  process.exit(1);
}
/** Skips a step without tests, because both runners would treat an empty list as all tests. */
const runUnless = (list, work) => (list?.length === 0 ? { isGood: true } : work());

const runUnit = (name, report, more) =>
  runStep({
    name,
    args: () => [
      binOf('vitest'),
      'run',
      '--reporter=dot',
      '--reporter=json',
      `--outputFile.json=${join(scratch, report)}`,
      ...more,
    ],
  });
/** All browser tests, or those that failed in the previous run, one after the other. */
const runBrowser = (name, report, more = []) =>
  runStep(
    { name, args: () => [binOf('@playwright/test', 'playwright'), 'test', '--reporter=list,json', ...more] },
    { show: true, env: { CHROMIUM_PATH: chromium, PLAYWRIGHT_JSON_OUTPUT_NAME: join(scratch, report) } },
  );

// At the same time: each of them often waits, for example for a page or for PostgreSQL, and the others use that time.
const [checked, unit, browser] = await Promise.all([
  runAll(chosen ? checksOf(chosen.changed.filter((file) => existsSync(join(root, file)))) : checks),
  runUnless(chosen?.tests, () => runUnit('rules, API on PostgreSQL, and screens', 'vitest.json', chosen?.tests ?? [])),
  runUnless(chosen?.specs, () => runBrowser('browser', 'playwright.json', chosen?.specs)),
]);
const vitest = readReport('vitest.json');
const playwright = readReport('playwright.json');
const screens = failedScreens(vitest, root);
if (screens.length > 0) {
  await runUnit('failed screens, once more alone', 'screens-again.json', ['--project=*screens', ...screens]);
}
const units = judgeScreens(vitest, screens.length > 0 ? readReport('screens-again.json') : undefined, root);
const hasFailedTests = failedBrowserTests(playwright).length > 0;
const results = join(root, 'test-results');
if (hasFailedTests) {
  // The second run deletes the screenshots of the first one, which show why a flaky test failed.
  cpSync(results, join(scratch, 'first-run'), { recursive: true });
  await runBrowser('failed browser tests, once more alone', 'again.json', ['--last-failed', '--workers=1']);
  cpSync(join(scratch, 'first-run'), join(results, 'first-run'), { recursive: true });
}
const browserTests = judgeSecondRun(playwright, hasFailedTests ? readReport('again.json') : undefined);
const flaky = [...units.flaky, ...browserTests.flaky];

// A runner that died without a report, or failed outside its tests, counts as one failure.
const failures = (step, count) => (step.isGood ? count : Math.max(1, count));
const passed =
  checked.filter(({ isGood }) => isGood).length +
  (vitest?.numPassedTests ?? 0) +
  (playwright?.stats.expected ?? 0) +
  flaky.length;
const isOnlyFlaky = hasFailedTests && browserTests.failed.length === 0 && (playwright?.errors ?? []).length === 0;
const areOnlyFlaky = units.flaky.length > 0 && units.failed.length === 0 && !/Unhandled (?:E|R)/.test(unit.output);
const failed =
  checked.filter(({ isGood }) => !isGood).length +
  (areOnlyFlaky ? 0 : failures(unit, units.failed.length)) +
  (isOnlyFlaky ? 0 : failures(browser, browserTests.failed.length));

const slow = slowest(vitest, playwright, root);
const minutes = Number(((performance.now() - startedAt) / 60_000).toFixed(1));
const summary = { passed, failed, minutes, flaky: flaky.map(({ name, place }) => ({ name, place })), slowest: slow };
mkdirSync(results, { recursive: true });
writeFileSync(join(results, 'summary.json'), `${JSON.stringify(summary, null, 2)}\n`);

console.log('\nslowest:');
for (const { name, seconds } of slow) {
  console.log(`${seconds.toFixed(1).padStart(7)} s  ${name}`);
}
for (const { name, place } of flaky) {
  console.log(`flaky: ${name} (${place})`);
}
// Repeated at the end, because the output between can be long.
for (const { name } of checked.filter(({ isGood }) => !isGood)) {
  console.log(`failed: ${name}`);
}
for (const { name, reason } of units.failed) {
  console.log(`failed: ${name}: ${reason}`);
}
for (const { name, place } of browserTests.failed) {
  console.log(`failed: ${name} (${place})`);
}
console.log(`\nfinished in ${minutes} min`);
console.log(`${passed} passed, ${failed} failed`);
process.exitCode = failed === 0 ? 0 : 1;
