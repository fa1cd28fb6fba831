import { expect, test } from 'vitest';
import { flatten, unflatten } from './form.ts';

const pattern = { a: 'A', group: { b: 'B', list: ['one', 'two'] } };

test('phrases are flattened to rows and back', () => {
  const rows = flatten(pattern);
  expect(rows).toEqual({ a: 'A', 'group.b': 'B', 'group.list.0': 'one', 'group.list.1': 'two' });
  expect(unflatten(rows, pattern)).toEqual(pattern);
});

test('omits empty and unknown phrases, and keeps lists complete', () => {
  expect(unflatten({ a: '', 'group.list.1': 'zwei', stranger: 'x' }, pattern)).toEqual({
    group: { list: ['one', 'zwei'] },
  });
  expect(unflatten({}, pattern)).toEqual({});
});
