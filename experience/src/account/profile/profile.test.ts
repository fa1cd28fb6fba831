import type { CustomProfileField } from '@postern/contracts/experience/custom-profile-fields';
import { en } from '@postern/contracts/experience-phrases/en';
import { beforeAll, expect, test, vi } from 'vitest';
import { gatherChanges, printField, readDate, startingValues } from './field-values.ts';
import { listFields } from './list-fields.ts';

const words = en.extraProfile;
const answers = { yes: 'Yes', no: 'No' };

beforeAll(() => vi.stubGlobal('document', { documentElement: { lang: 'en' } }));

const field = (
  name: string,
  type: CustomProfileField['type'],
  config: CustomProfileField['config'] = {},
): CustomProfileField => ({
  tenantId: 't',
  id: name,
  name,
  type,
  label: name,
  description: null,
  required: false,
  config,
  createdAt: 0,
  sieOrder: 0,
});
const part = (name: string) => ({ enabled: true, name, type: 'Text' as const, required: false });
const names = (fields: readonly CustomProfileField[]) => fields.map(({ name }) => name);

test('shows the standard fields when the tenant defines none', () => {
  const { profile, customData } = listFields([], {});
  expect(names(profile)).toEqual(['fullname', 'nickname', 'birthdate', 'gender', 'website', 'address']);
  expect(customData).toEqual([]);
});

test('shows optional profile fields when present', () => {
  const { profile } = listFields([], { zoneinfo: 'UTC', middleName: 'K', address: { formatted: 'x' } });
  expect(names(profile)).toContain('zoneinfo');
  const parts = profile.flatMap(({ config }) => names((config.parts ?? []).map((one) => field(one.name, 'Text'))));
  expect(parts).toEqual(expect.arrayContaining(['middleName', 'formatted']));
});

test("lists the tenant's fields first, in its order, without duplicates", () => {
  const asked = [
    field('shoeSize', 'Number'),
    field('website', 'Url'),
    field('name', 'Text'),
    field('givenName', 'Text'),
    field('team', 'Select'),
  ];
  const { profile, customData } = listFields(asked, {});
  expect(names(profile)).toEqual(['website', 'givenName', 'fullname', 'nickname', 'birthdate', 'gender', 'address']);
  expect(profile[2]?.config.parts?.map(({ name }) => name)).toEqual(['familyName']);
  expect(names(customData)).toEqual(['shoeSize', 'team']);
});

test('lists only the fields that the tenant has chosen, in the chosen order', () => {
  const catalog = [field('shoeSize', 'Number'), field('website', 'Url'), field('nickname', 'Text')];
  const chosen = ['nickname', 'gone', 'avatar', 'shoeSize'].map((name) => ({ name }));
  const { profile, customData } = listFields(catalog, { zoneinfo: 'UTC' }, chosen);
  expect([names(profile), names(customData)]).toEqual([['nickname'], ['shoeSize']]);
  expect(listFields(catalog, {}, [])).toEqual({ profile: [], customData: [] });
});

test.each([
  ['1990-02-01', {}, '1990-02-01'],
  ['01/02/1990', { format: 'dd/MM/yyyy' }, '1990-02-01'],
  ['1.2.1990', { format: 'custom', customFormat: 'd.M.yyyy' }, '1990-02-01'],
  ['some day', {}, undefined],
  ['02/1990', { format: 'custom', customFormat: 'MM/yyyy' }, undefined],
])('the date %s in %j is picked as %s', (text, config, expected) => {
  expect(readDate(text, config)).toBe(expected);
});

test('formats values for people', () => {
  const print = (one: CustomProfileField, stored: object) => printField(one, { ...stored }, words, answers);
  expect(print(field('news', 'Checkbox'), { news: false })).toBe('No');
  expect(print(field('news', 'Checkbox'), {})).toBe('');
  expect(print(field('born', 'Date', { format: 'dd/MM/yyyy' }), { born: '01/02/1990' })).toBe('February 1, 1990');
  const team = field('team', 'Select', { options: [{ value: 'r', label: 'Red' }] });
  expect([print(team, { team: 'r' }), print(team, { team: 'gone' })]).toEqual(['Red', 'gone']);
  const fullname = field('fullname', 'Fullname', { parts: [part('givenName'), part('familyName')] });
  expect(print(fullname, { familyName: 'Byron', givenName: 'Ada' })).toBe('Ada Byron');
  const address = field('address', 'Address', { parts: [part('locality'), part('country')] });
  expect(print(address, { address: { country: 'UK', locality: 'London' } })).toBe('London\nUK');
});

test('the form starts with the stored values', () => {
  const fields = [
    field('born', 'Date', { format: 'dd/MM/yyyy' }),
    field('news', 'Checkbox'),
    field('age', 'Number'),
    field('address', 'Address', { parts: [part('locality')] }),
  ];
  const stored = { born: '01/02/1990', news: true, age: 7, address: { locality: 'London' } };
  expect(startingValues(fields, stored, words)).toEqual({
    born: '1990-02-01',
    news: 'true',
    age: '7',
    'address.locality': 'London',
  });
});

test('sends only changed values, and cleared ones explicitly', () => {
  const fields = [
    field('nickname', 'Text'),
    field('gender', 'Text'),
    field('age', 'Number'),
    field('news', 'Checkbox'),
  ];
  const stored = { nickname: 'A', gender: 'f', age: 7, news: false };
  const values = { nickname: 'A', gender: ' ', age: '8' };
  expect(gatherChanges(fields, values, stored, words, '')).toEqual({ gender: '', age: 8 });
  expect(gatherChanges(fields, { ...values, news: 'on' }, stored, words, null)).toEqual({
    gender: null,
    age: 8,
    news: true,
  });
});

test('keeps address parts that no field asks for and removes cleared ones', () => {
  const address = field('address', 'Address', { parts: [part('locality'), part('country')] });
  const stored = { address: { region: 'Kent', locality: 'Dover', country: 'UK' } };
  const changes = gatherChanges([address], { 'address.country': 'France' }, stored, words, '');
  expect(changes).toEqual({ address: { region: 'Kent', country: 'France' } });
});

test('keeps a date that the picker cannot show', () => {
  const born = field('born', 'Date', { format: 'custom', customFormat: 'MM/yyyy' });
  expect(gatherChanges([born], {}, { born: '02/1990' }, words, '')).toEqual({});
});

test('does not report an empty value that stays empty as a change', () => {
  const address = field('address', 'Address', { parts: [part('locality')] });
  expect(gatherChanges([address, field('nickname', 'Text')], {}, {}, words, '')).toEqual({});
});
