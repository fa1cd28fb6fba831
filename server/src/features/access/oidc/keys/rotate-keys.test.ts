import { expect, test } from 'vitest';
import type { KeyRow } from './keys.store.ts';
import { arrangeKeys } from './rotate-keys.ts';

const hour = 3_600_000;
const key = (id: string, startsIn: number, more: Partial<KeyRow> = {}): KeyRow => ({
  id,
  kind: 'private',
  value: { secret: '' },
  createdAt: startsIn,
  signsFrom: startsIn,
  startsIn,
  ...more,
});
const states = (rows: KeyRow[], after?: number) =>
  arrangeKeys(rows, 'private', after).map(({ id, status }) => `${id} ${status}`);

test('publishes a waiting key before it signs', () => {
  expect(states([key('a', -hour), key('b', hour)])).toEqual(['b Next', 'a Current']);
});

test('a key signs from its start time, the previous one verifies, and the third is retired', () => {
  const rows = [key('a', -2 * hour), key('b', -hour), key('c', hour)];
  expect(states(rows)).toEqual(['c Next', 'b Current', 'a Previous']);
  expect(states(rows, hour)).toEqual(['c Current', 'b Previous']);
});

test('orders keys without start times by age', () => {
  const rows = [key('old', -hour, { createdAt: 1 }), key('new', -hour, { createdAt: 2 })];
  expect(states(rows)).toEqual(['new Current', 'old Previous']);
});

test('signs with the only key even if it is waiting', () => {
  expect(states([key('a', hour)])).toEqual(['a Current']);
});

test('a key replaced before its start time never signs, and is removed when the newer one signs', () => {
  const rows = [key('a', -hour), key('b', 2 * hour, { createdAt: 0 }), key('c', hour, { createdAt: 1 })];
  expect(states(rows)).toEqual(['c Next', 'b Replaced', 'a Current']);
  expect(states(rows, hour)).toEqual(['c Current', 'a Previous']);
  expect(states(rows, 3 * hour)).toEqual(['c Current', 'a Previous']);
});

test('ignores keys of the other kind', () => {
  expect(states([key('a', -hour), key('b', -1, { kind: 'cookie' })])).toEqual(['a Current']);
  expect(states([])).toEqual([]);
});
