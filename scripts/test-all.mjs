// The tests themselves, run by test.mjs once Node, packages and web builds are there.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { findChromium } from './find-chromium.mjs';
import { makeScratchFolder } from './scratch-folder.mjs';
import { binOf, checks, runAll, runStep } from './steps.mjs';

const scratch = makeScratchFolder();
process.env.TMPDIR = scratch;
const startedAt = performance.now();
const chromium = await findChromium();

function readReport(file) {
  try {
    return JSON.parse(readFileSync(join(scratch, file), 'utf8'));
  } catch {
    return undefined;
  }
}

const checked = await runAll(checks);
const unit = await runStep(
  {
    name: 'rules and API on PostgreSQL',
    args: () => [
      binOf('vitest'),
      'run',
      '--reporter=dot',
      '--reporter=json',
      `--outputFile.json=${join(scratch, 'vitest.json')}`,
    ],
  },
  { show: true },
);
const browser = await runStep(
  { name: 'browser', args: () => [binOf('@playwright/test', 'playwright'), 'test', '--reporter=list,json'] },
  {
    show: true,
    env: { CHROMIUM_PATH: chromium, PLAYWRIGHT_JSON_OUTPUT_NAME: join(scratch, 'playwright.json') },
  },
);

const vitest = readReport('vitest.json');
const playwright = readReport('playwright.json');
// A runner that died without a report, or failed outside its tests, counts as one failure.
const failures = (step, count) => (step.isGood ? count : Math.max(1, count));
const passed =
  checked.filter(({ isGood }) => isGood).length + (vitest?.numPassedTests ?? 0) + (playwright?.stats.expected ?? 0);
const failed =
  checked.filter(({ isGood }) => !isGood).length +
  failures(unit, vitest?.numFailedTests ?? 0) +
  failures(browser, (playwright?.stats.unexpected ?? 0) + (playwright?.stats.flaky ?? 0));
console.log(`\nfinished in ${((performance.now() - startedAt) / 60_000).toFixed(1)} min`);
console.log(`${passed} passed, ${failed} failed`);
process.exitCode = failed === 0 ? 0 : 1;
