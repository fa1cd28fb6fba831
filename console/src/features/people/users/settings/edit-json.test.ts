import { expect, test } from 'vitest';
import { readObject, valueAt, withValueAt } from './edit-json.ts';

test('a text is read as the object it holds, or not at all', () => {
  expect(readObject('{"a": 1}')).toEqual({ a: 1 });
  expect(readObject(' ')).toEqual({});
  expect(readObject('[1]')).toBeUndefined();
  expect(readObject('{"a":')).toBeUndefined();
});

test('values are found by their path, and nothing that the object does not own', () => {
  const object = { size: 'm', address: { country: 'Sweden' } };
  expect(valueAt(object, ['address', 'country'])).toBe('Sweden');
  expect(valueAt(object, ['address', 'region'])).toBeUndefined();
  expect(valueAt(object, ['toString'])).toBeUndefined();
});

test('a value takes its place and leaves the others alone', () => {
  const object = { size: 'm', address: { country: 'Sweden', locality: 'Umeå' } };
  expect(withValueAt(object, ['size'], 'l')).toEqual({ ...object, size: 'l' });
  expect(withValueAt(object, ['news'], false)).toEqual({ ...object, news: false });
  expect(withValueAt(object, ['address', 'country'], '')).toEqual({ size: 'm', address: { locality: 'Umeå' } });
  expect(object.address.country).toBe('Sweden');
});

test('nothing is left of what is empty', () => {
  expect(withValueAt({ a: 1, b: 2 }, ['a'], undefined)).toEqual({ b: 2 });
  expect(withValueAt({ address: { country: 'Sweden' } }, ['address', 'country'], '')).toEqual({});
  expect(withValueAt({ address: 'a text' }, ['address', 'country'], 'Sweden')).toEqual({
    address: { country: 'Sweden' },
  });
});
