import { expect, test } from 'vitest';
import { changesOf, SettingsForm } from './form.ts';

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
