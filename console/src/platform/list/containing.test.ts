import { expect, test } from 'vitest';
import { containing } from './containing.ts';

test.each([
  ['ada', '%ada%'],
  ['ada_l', '%ada\\_l%'],
  ['100%', '%100\\%%'],
  ['a\\b', '%a\\\\b%'],
])('whoever types %s looks for just that', (typed, pattern) => {
  expect(containing(typed)).toBe(pattern);
});
