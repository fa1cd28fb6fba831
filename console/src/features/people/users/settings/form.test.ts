import { expect, test } from 'vitest';
import { changesOf, readObject, SettingsForm, valueAt, withValueAt } from './form.ts';

const empty = {
  primaryEmail: '',
  primaryPhone: '',
  username: '',
  name: '',
  avatar: '',
  profile: '{}',
  customData: '{}',
};
const wrongFields = (values: object) =>
  SettingsForm.safeParse({ ...empty, ...values }).error?.issues.map(({ path }) => path.join('.')) ?? [];

test('accepts phone numbers in common formats', () => {
  expect(SettingsForm.parse({ ...empty, primaryPhone: '+46 (70) 174-06 35' }).primaryPhone).toBe('46701740635');
  expect(wrongFields({ primaryPhone: 'call me' })).toEqual(['primaryPhone']);
});

test('identifiers match their patterns or are empty', () => {
  expect(wrongFields({})).toEqual([]);
  expect(wrongFields({ primaryEmail: 'maya', username: '9lives', avatar: 'javascript:alert(1)' })).toEqual([
    'primaryEmail',
    'username',
    'avatar',
  ]);
});

test('a profile contains only standard claims', () => {
  expect(wrongFields({ profile: '{"givenName": "Maya", "address": {"country": "SE"}}' })).toEqual([]);
  expect(wrongFields({ profile: '{"shoeSize": "38"}' })).toEqual(['profile']);
  expect(wrongFields({ profile: '[]', customData: 'no' })).toEqual(['profile', 'customData']);
});

test('sends only changed fields, and an empty field clears the value', () => {
  const values = SettingsForm.parse({ ...empty, name: 'Maya', customData: '{"plan": "gold"}' });
  expect(changesOf(values, {})).toEqual({});
  expect(changesOf(values, { username: true, name: true })).toEqual({ username: null, name: 'Maya' });
  expect(changesOf(values, { customData: true })).toEqual({ customData: { plan: 'gold' } });
});

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
