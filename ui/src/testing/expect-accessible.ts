import axe from 'axe-core';
import { expect } from 'vitest';
import { commands, page } from 'vitest/browser';
import { contextOf, describeViolations, everyRule, optionsFor, rulesOfLook } from './accessible.ts';
import { type Looks, looksSource } from './looks.ts';

declare module 'vitest/browser' {
  interface BrowserCommands {
    /** Defined in vitest.config.ts. */
    setColorScheme(scheme: 'light' | 'dark'): Promise<void>;
  }
}

Object.assign(globalThis, { axe });
// The same script that browser specs load into pages of the product.
new Function(looksSource)();
const { looks } = globalThis as unknown as { looks: Looks };

/** Looks that had enough contrast in this page. */
const readable = new Set<number>();

/** Colors during a fade are not final; endless animations are not awaited. */
const motionEnded = () =>
  Promise.allSettled(
    document
      .getAnimations()
      .filter(({ effect }) => effect?.getComputedTiming().endTime !== Number.POSITIVE_INFINITY)
      .map(({ finished }) => finished),
  );

const drawnAgain = () => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)));

let motions = 0;
for (const event of ['transitionrun', 'animationstart']) {
  document.addEventListener(event, () => {
    motions += 1;
  });
}

async function expectNoViolations(rules: readonly string[]): Promise<void> {
  await motionEnded();
  const motionsBefore = motions;
  const marked = looks.mark(looks.collect().filter((look) => !readable.has(look)));
  const found = describeViolations(await axe.run(contextOf(looks.isBehindDialog()), optionsFor(rules)));
  looks.unmark();
  await drawnAgain();
  // Something appeared meanwhile, for example a message, and its colors may have been those of its fade.
  if (found.length > 0 && motions !== motionsBefore) {
    return expectNoViolations(rules);
  }
  expect(found).toEqual([]);
  for (const look of marked) {
    readable.add(look);
  }
}

/** Expects no violation of WCAG 2.2 AA in the current state of the page. */
export const expectAccessible = () => expectNoViolations(everyRule);

const widest = () => Math.max(...['html', '#main'].map((name) => document.querySelector(name)?.scrollWidth ?? 0));

/** The same, and on a phone in dark mode: no overflow, and enough contrast. */
export async function expectToFit(): Promise<void> {
  await expectAccessible();
  await Promise.all([page.viewport(390, 844), commands.setColorScheme('dark')]);
  await drawnAgain();
  await expect.poll(widest).toBeLessThanOrEqual(390);
  await expectNoViolations(rulesOfLook);
  await Promise.all([page.viewport(1440, 900), commands.setColorScheme('light')]);
  await drawnAgain();
}
