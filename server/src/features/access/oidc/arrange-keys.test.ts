import { expect, test } from 'vitest';
import { arrangeKeys } from './arrange-keys.ts';
import type { KeyRow } from './keys.store.ts';

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

test('a key that waits is published before it signs', () => {
  expect(states([key('a', -hour), key('b', hour)])).toEqual(['b Next', 'a Current']);
});

test('when its time comes it signs, the one before verifies, and the third retires', () => {
  const rows = [key('a', -2 * hour), key('b', -hour), key('c', hour)];
  expect(states(rows)).toEqual(['c Next', 'b Current', 'a Previous']);
  expect(states(rows, hour)).toEqual(['c Current', 'b Previous']);
});

test('keys from before there were times are told apart by their age', () => {
  const rows = [key('old', -hour, { createdAt: 1 }), key('new', -hour, { createdAt: 2 })];
  expect(states(rows)).toEqual(['new Current', 'old Previous']);
});

test('a tenant whose only key waits signs with it nevertheless', () => {
  expect(states([key('a', hour)])).toEqual(['a Current']);
});

test('a key that was replaced before its time never signs, and goes when the newer one signs', () => {
  const rows = [key('a', -hour), key('b', 2 * hour, { createdAt: 0 }), key('c', hour, { createdAt: 1 })];
  expect(states(rows)).toEqual(['c Next', 'b Replaced', 'a Current']);
  expect(states(rows, hour)).toEqual(['c Current', 'a Previous']);
  expect(states(rows, 3 * hour)).toEqual(['c Current', 'a Previous']);
});

test('keys of the other kind do not matter', () => {
  expect(states([key('a', -hour), key('b', -1, { kind: 'cookie' })])).toEqual(['a Current']);
  expect(states([])).toEqual([]);
});
