import { expect, test } from 'vitest';
import { flatten, unflatten } from './flatten.ts';

const pattern = { a: 'A', group: { b: 'B', list: ['one', 'two'] } };

test('phrases become rows, and rows become phrases', () => {
  const rows = flatten(pattern);
  expect(rows).toEqual({ a: 'A', 'group.b': 'B', 'group.list.0': 'one', 'group.list.1': 'two' });
  expect(unflatten(rows, pattern)).toEqual(pattern);
});

test('what is empty or unknown is left out, and a list stays whole', () => {
  expect(unflatten({ a: '', 'group.list.1': 'zwei', stranger: 'x' }, pattern)).toEqual({
    group: { list: ['one', 'zwei'] },
  });
  expect(unflatten({}, pattern)).toEqual({});
});
