import type axe from 'axe-core';

/** WCAG 2.2 AA. */
export const everyRule = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'];

/** What a color scheme or a width can break; a text that is hidden on a phone may have been the name of its button. */
export const rulesOfLook = [
  'button-name',
  'color-contrast',
  'link-in-text-block',
  'link-name',
  'scrollable-region-focusable',
  'target-size',
];

/** While a dialog is open, it is checked with its lists and messages, but not the page behind it, which nobody can use then. */
export const contextOf = (isBehindDialog: boolean): axe.ContextObject => ({
  ...(isBehindDialog ? { include: ['body > :not(#root)'] } : {}),
  // Message previews run no scripts, so axe would wait for them until its timeout.
  exclude: ['iframe[srcdoc]'],
});

/** Only violations are needed, and our frames are pages with their own tests. */
export const optionsFor = (runOnly: readonly string[]): axe.RunOptions => ({
  resultTypes: ['violations'],
  iframes: false,
  preload: false,
  runOnly: [...runOnly],
});

export const describeViolations = ({ violations }: Pick<axe.AxeResults, 'violations'>): string[] =>
  violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' | ')}`);
