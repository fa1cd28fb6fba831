import axe from 'axe-core';
import { expect } from 'vitest';
import { page } from 'vitest/browser';

const rules = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'];

/** What a color scheme or a width can break. */
const rulesOfLook = [
  'button-name',
  'color-contrast',
  'link-in-text-block',
  'link-name',
  'scrollable-region-focusable',
  'target-size',
];

/** Colors during a fade are not final; endless animations are not awaited. */
const motionEnded = () =>
  Promise.allSettled(
    document
      .getAnimations()
      .filter(({ effect }) => effect?.getComputedTiming().endTime !== Number.POSITIVE_INFINITY)
      .map(({ finished }) => finished),
  );

const drawnAgain = () => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)));

async function expectNoViolations(runOnly: string[]): Promise<void> {
  await motionEnded();
  // Nobody can use the page behind a dialog.
  const dialog = document.querySelector('[role=dialog]');
  const { violations } = await axe.run(dialog ?? document, {
    resultTypes: ['violations'],
    iframes: false,
    preload: false,
    runOnly,
  });
  expect(violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' | ')}`)).toEqual([]);
}

/** Expects no violation of WCAG 2.2 AA in the current state of the page. */
const expectAccessible = () => expectNoViolations(rules);

const widest = () => Math.max(...['html', '#main'].map((name) => document.querySelector(name)?.scrollWidth ?? 0));

/** The same, and on a phone in dark mode: no overflow, and enough contrast. */
export async function expectToFit(): Promise<void> {
  await expectAccessible();
  const scheme = 'data-mantine-color-scheme';
  const before = document.documentElement.getAttribute(scheme) ?? 'light';
  await page.viewport(390, 844);
  document.documentElement.setAttribute(scheme, 'dark');
  await drawnAgain();
  await expect.poll(widest).toBeLessThanOrEqual(390);
  await expectNoViolations(rulesOfLook);
  document.documentElement.setAttribute(scheme, before);
  await page.viewport(1440, 900);
  await drawnAgain();
}
