import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { type CDPSession, expect, type Page } from '@playwright/test';
import type axe from 'axe-core';
import { contextOf, describeViolations, everyRule, optionsFor, rulesOfLook } from '../ui/src/testing/accessible.ts';
import { type Looks, looksSource } from '../ui/src/testing/looks.ts';

/** The minified file is less than half the size, and every checked page must load it. */
const source = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/** Colors during a fade are not final; endless animations are not awaited. */
const motionEnded = `Promise.allSettled(
  document.getAnimations()
    .filter(({ effect }) => effect.getComputedTiming().endTime !== Infinity)
    .map(({ finished }) => finished),
).then(() => undefined)`;

const sessions = new WeakMap<Page, Promise<CDPSession>>();

/** Loaded as a script of the page: unlike evaluated code, the browser caches its compiled form for the next page. */
async function loadAxe(page: Page): Promise<void> {
  const session = sessions.get(page) ?? page.context().newCDPSession(page);
  sessions.set(page, session);
  const expression = `${source};${looksSource};0`;
  const { exceptionDetails } = await (await session).send('Runtime.evaluate', { expression });
  expect(exceptionDetails).toBeUndefined();
}

type Checked = { axe: typeof axe; looks: Looks };

/** Looks that had enough contrast in this worker. */
const readable = new Set<number>();

/** Expects no violation of WCAG 2.2 AA in the current state of the page. */
export const expectAccessible = (page: Page) => expectNoViolations(page, everyRule);

/** `rules` are tags or names of axe. */
async function expectNoViolations(page: Page, rules: readonly string[]): Promise<void> {
  if (await page.evaluate("typeof axe === 'undefined'")) {
    await loadAxe(page);
  }
  await page.evaluate(motionEnded);
  const [unknown, isBehindDialog] = await page.evaluate<[number[], boolean]>(
    '[looks.collect(), looks.isBehindDialog()]',
  );
  const { found, marked } = await page.evaluate(
    async ([context, options, hashes]) => {
      const { axe: checker, looks } = globalThis as unknown as Checked;
      const marked = looks.mark(hashes);
      const found = await checker.run(context, options);
      looks.unmark();
      const violations = found.violations.map(({ id, nodes }) => ({ id, nodes: nodes.map(({ html }) => ({ html })) }));
      return { found: { violations } as axe.AxeResults, marked };
    },
    [contextOf(isBehindDialog), optionsFor(rules), unknown.filter((look) => !readable.has(look))] as const,
  );
  expect(describeViolations(found)).toEqual([]);
  for (const look of marked) {
    readable.add(look);
  }
}

/** Pages are notified of a new width or color scheme in the next frame, and render it in the one after that. */
const drawnAgain = 'new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(() => done(undefined))))';

/** Checks a screen again that was checked before, now in another color scheme or width. */
export const expectReadable = (page: Page) => expectNoViolations(page, rulesOfLook);

/** Expects no horizontal overflow at this width. */
export async function expectNarrow(page: Page, width: number): Promise<void> {
  const size = page.viewportSize();
  if (size?.width !== width) {
    await page.setViewportSize({ width, height: 844 });
    await page.evaluate(drawnAgain);
  }
  const widest = 'Math.max(...["html", "#main"].map((name) => document.querySelector(name)?.scrollWidth ?? 0))';
  await expect.poll(() => page.evaluate(widest)).toBeLessThanOrEqual(width);
}

/** Expects the page to be accessible as it is, and on a phone in dark mode without overflow. */
export async function expectToFit(page: Page): Promise<void> {
  await expectAccessible(page);
  const size = page.viewportSize();
  await page.emulateMedia({ colorScheme: 'dark' });
  await expectNarrow(page, 390);
  await expectReadable(page);
  await page.setViewportSize(size ?? { width: 1440, height: 900 });
  await page.emulateMedia({ colorScheme: 'light' });
  await page.evaluate(drawnAgain);
}
