/**
 * Loaded into the workers of Playwright, see playwright.config.ts. Whenever an expectation is not met yet, Playwright
 * 1.65 describes the whole page for a message that it prints only if the time runs out. This takes a twentieth of the
 * CPU time of all browser tests and cannot be configured, so it is cut out here. A failed test still has its screenshot
 * and the description of the page in `error-context.md`.
 */
import { registerHooks } from 'node:module';

const cuts = [
  // The element exists, but is not as expected.
  ['ariaSnapshotForExpectFailure(element, options) {', 'ariaSnapshotForExpectFailure(element, options) { return;'],
  // The element does not exist.
  ['if (matches === options.isNot && !isArray) {', 'if (false) {'],
];

registerHooks({
  load(url, context, next) {
    const loaded = next(url, context);
    if (!url.endsWith('/playwright-core/lib/coreBundle.js')) return loaded;
    let source = String(loaded.source);
    for (const [before, after] of cuts) {
      if (source.split(before).length !== 2) throw new Error('Playwright has changed: adapt e2e/lean-expect.mjs.');
      source = source.replace(before, after);
    }
    return { ...loaded, source };
  },
});

// Servers that tests start do not need this.
const ours = `--import=${import.meta.url}`;
process.env.NODE_OPTIONS = process.env.NODE_OPTIONS?.replace(ours, '').trim();
if (!process.env.NODE_OPTIONS) delete process.env.NODE_OPTIONS;
