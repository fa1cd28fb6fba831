import { expect, test } from 'vitest';
import { moved, placeByKey, placeByPoint } from './move.ts';

test('moves an item up, down and nowhere', () => {
  expect(moved(['a', 'b', 'c'], 2, 0)).toEqual(['c', 'a', 'b']);
  expect(moved(['a', 'b', 'c'], 0, 1)).toEqual(['b', 'a', 'c']);
  expect(moved(['a', 'b', 'c'], 1, 1)).toEqual(['a', 'b', 'c']);
  expect(moved(['a', 'b', 'c'], 1, 3)).toEqual(['a', 'b', 'c']);
  expect(moved(['a', 'b', 'c'], 7, 0)).toEqual(['a', 'b', 'c']);
});

test('arrow keys move one place, Home and End to the ends, and never out of the list', () => {
  expect(placeByKey('ArrowUp', 1, 3)).toBe(0);
  expect(placeByKey('ArrowUp', 0, 3)).toBe(0);
  expect(placeByKey('ArrowDown', 2, 3)).toBe(2);
  expect(placeByKey('Home', 2, 3)).toBe(0);
  expect(placeByKey('End', 0, 3)).toBe(2);
  expect(placeByKey('a', 1, 3)).toBeUndefined();
});

test('a dragged item is dropped below the rows whose middle it passed', () => {
  const others = [
    { top: 0, height: 40 },
    { top: 40, height: 80 },
  ];
  expect(placeByPoint(others, 10)).toBe(0);
  expect(placeByPoint(others, 21)).toBe(1);
  expect(placeByPoint(others, 79)).toBe(1);
  expect(placeByPoint(others, 500)).toBe(2);
});
