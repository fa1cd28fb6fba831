import { expect, test } from 'vitest';
import { containing } from './containing.ts';

test.each([
  ['ada', '%ada%'],
  ['ada_l', '%ada\\_l%'],
  ['100%', '%100\\%%'],
  ['a\\b', '%a\\\\b%'],
])('a search for %s matches it literally', (typed, pattern) => {
  expect(containing(typed)).toBe(pattern);
});
