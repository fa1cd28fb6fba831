import { expect, test } from 'vitest';
import { countChanges, inPlace } from './held-rows.ts';

type Row = { id: string; name?: string };
const keyOf = ({ id }: Row) => id;
const page = (ids: string, total = ids.length) => ({ items: [...ids].map((id): Row => ({ id })), total });

test.each([
  ['the same rows', 'abc', 'abc', 3, 3, 0],
  ['a new row', 'abc', 'xabc', 3, 4, 1],
  ['a new row that moves the last one to the next page', 'abc', 'xab', 30, 31, 1],
  ['a removed row', 'abc', 'ac', 3, 2, 1],
  ['a removed row that is replaced by one of the next page', 'abc', 'acd', 30, 29, 1],
  ['two new rows and a removed one', 'abc', 'xyab', 3, 4, 2],
  ['another order', 'abc', 'bac', 3, 3, 1],
  ['200 imported rows', 'abc', 'xyz', 3, 203, 200],
  ['the first rows of an empty list', '', 'abc', 0, 3, 0],
  ['all rows removed', 'abc', '', 3, 0, 3],
])('counts %s', (_, before, after, total, newTotal, expected) => {
  expect(countChanges(page(before, total), page(after, newTotal), keyOf)).toBe(expected);
});

test('rows that stay show their latest contents in their place; rows that are gone stay as they were', () => {
  const shown = {
    items: [
      { id: 'a', name: 'old' },
      { id: 'b', name: 'kept' },
    ],
    total: 2,
  };
  const latest = { items: [{ id: 'x' }, { id: 'a', name: 'new' }], total: 2 };
  expect(inPlace(shown, latest, keyOf)).toEqual({
    items: [
      { id: 'a', name: 'new' },
      { id: 'b', name: 'kept' },
    ],
    total: 2,
  });
});
