import { expect, test } from 'vitest';
import { readObject, valueAt, withValueAt } from './edit-json.ts';

test('parses text only if it is an object', () => {
  expect(readObject('{"a": 1}')).toEqual({ a: 1 });
  expect(readObject(' ')).toEqual({});
  expect(readObject('[1]')).toBeUndefined();
  expect(readObject('{"a":')).toBeUndefined();
});

test('finds values by path, and own properties only', () => {
  const object = { size: 'm', address: { country: 'Sweden' } };
  expect(valueAt(object, ['address', 'country'])).toBe('Sweden');
  expect(valueAt(object, ['address', 'region'])).toBeUndefined();
  expect(valueAt(object, ['toString'])).toBeUndefined();
});

test('sets a value and keeps the others', () => {
  const object = { size: 'm', address: { country: 'Sweden', locality: 'Umeå' } };
  expect(withValueAt(object, ['size'], 'l')).toEqual({ ...object, size: 'l' });
  expect(withValueAt(object, ['news'], false)).toEqual({ ...object, news: false });
  expect(withValueAt(object, ['address', 'country'], '')).toEqual({ size: 'm', address: { locality: 'Umeå' } });
  expect(object.address.country).toBe('Sweden');
});

test('removes empty values', () => {
  expect(withValueAt({ a: 1, b: 2 }, ['a'], undefined)).toEqual({ b: 2 });
  expect(withValueAt({ address: { country: 'Sweden' } }, ['address', 'country'], '')).toEqual({});
  expect(withValueAt({ address: 'a text' }, ['address', 'country'], 'Sweden')).toEqual({
    address: { country: 'Sweden' },
  });
});
