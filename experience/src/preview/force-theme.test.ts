import { expect, test } from 'vitest';
import { answerFor } from './force-theme.ts';

test('rewrites a theme media query for the shown theme and keeps its other conditions', () => {
  expect(answerFor('(prefers-color-scheme: dark)', 'dark')).toBe('(min-width: 0)');
  expect(answerFor('(prefers-color-scheme:dark)', 'light')).toBe('(max-width: 0)');
  expect(answerFor('screen and (PREFERS-COLOR-SCHEME: light) and (min-width: 600px)', 'light')).toBe(
    'screen and (min-width: 0) and (min-width: 600px)',
  );
  expect(answerFor('(min-width: 600px)', 'dark')).toBe('(min-width: 600px)');
});
