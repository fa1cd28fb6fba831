import { expect, test } from 'vitest';
import { curveOf, ticksOf, topOf } from './scale.ts';

test('the axis ends with a round number in four whole steps', () => {
  expect([0, 3, 4, 5, 9, 40, 41, 97, 3503, 1_000_000].map(topOf)).toEqual([
    4, 4, 4, 8, 20, 40, 80, 100, 4000, 1_000_000,
  ]);
  expect(ticksOf(4000)).toEqual([4000, 3000, 2000, 1000, 0]);
});

test('the curve begins with the first point and ends with the last', () => {
  expect(
    curveOf([
      { x: 0, y: 10 },
      { x: 10, y: 0 },
    ]),
  ).toBe('M0,10C5,10 5,0 10,0');
  expect(curveOf([])).toBe('');
});
