import type { CustomProfileField } from '@postern/contracts/experience/custom-profile-fields';
import { en } from '@postern/contracts/experience-phrases/en';
import { expect, test } from 'vitest';
import { checkFields, keyOf, printDate, readFields } from './profile-fields.ts';

const words = en.extraProfile;
const field = (name: string, type: CustomProfileField['type'], more: object = {}): CustomProfileField => ({
  tenantId: 't',
  id: name,
  name,
  type,
  label: name,
  description: null,
  required: false,
  config: {},
  createdAt: 0,
  sieOrder: 0,
  ...more,
});
const part = (name: string, required = false) => ({ enabled: true, name, type: 'Text' as const, required });

test.each([
  ['Text', { minLength: 3 }, 'ab', words.shortest.replace('{{min}}', '3')],
  ['Text', { maxLength: 2 }, 'abc', words.longest.replace('{{max}}', '2')],
  ['Number', {}, 'ten', words.number],
  ['Number', { minValue: 18 }, '17', words.least.replace('{{min}}', '18')],
  ['Number', { maxValue: 18 }, '18,5', words.most.replace('{{max}}', '18')],
  ['Url', {}, 'javascript:alert(1)', words.url],
  ['Regex', { format: '^[A-Z]{2}\\d+$' }, 'ab1', words.pattern],
] as const)('%s with %j rejects %s', (type, config, typed, expected) => {
  expect(checkFields([field('one', type, { config })], { one: typed }, words)).toEqual({ one: expected });
});

test('accepts empty optional fields and rejects empty required ones', () => {
  expect(checkFields([field('one', 'Url'), field('two', 'Number')], { one: ' ' }, words)).toEqual({});
  expect(checkFields([field('one', 'Date', { required: true })], {}, words)).toEqual({ one: words.required });
});

test('a required composite field needs one part, plus every part that is required itself', () => {
  const parts = [part('locality'), part('country'), { ...part('region'), enabled: false }];
  const address = field('address', 'Address', { required: true, config: { parts } });
  expect(checkFields([address], {}, words)).toEqual({ 'address.locality': words.required });
  expect(checkFields([address], { 'address.country': 'Norway' }, words)).toEqual({});
  const name = field('fullname', 'Fullname', { config: { parts: [part('givenName'), part('familyName', true)] } });
  expect(checkFields([name], { 'fullname.givenName': 'Maya' }, words)).toEqual({
    'fullname.familyName': words.required,
  });
});

test('converts values to the format of the server', () => {
  const fields = [
    field('age', 'Number'),
    field('news', 'Checkbox'),
    field('birthdate', 'Date', { config: { format: 'dd/MM/yyyy' } }),
    field('address', 'Address', { config: { parts: [part('locality'), part('country')] } }),
    field('fullname', 'Fullname', { config: { parts: [part('givenName'), part('familyName')] } }),
    field('nickname', 'Text'),
  ];
  const values = { age: '18,5', birthdate: '1990-02-01', 'address.country': 'Norway', 'fullname.givenName': ' Maya ' };
  expect(readFields(fields, values, words)).toEqual({
    age: 18.5,
    news: false,
    birthdate: '01/02/1990',
    address: { country: 'Norway' },
    givenName: 'Maya',
  });
});

test.each([
  ['yyyy-MM-dd', undefined, '1990-02-01'],
  ['MM/dd/yyyy', undefined, '02/01/1990'],
  ['custom', 'd.M.yyyy', '1.2.1990'],
])('prints a date as %s %s', (format, customFormat, expected) => {
  expect(printDate('1990-02-01', { format, ...(customFormat ? { customFormat } : {}) })).toBe(expected);
});

test('finds the form field for a field, an address part or a name part that the server names', () => {
  const fields = [
    field('nickname', 'Text'),
    field('address', 'Address', { config: { parts: [part('country')] } }),
    field('fullname', 'Fullname', { config: { parts: [part('givenName')] } }),
  ];
  expect(keyOf(fields, { field: 'nickname' }, words)).toBe('nickname');
  expect(keyOf(fields, { field: 'address.country' }, words)).toBe('address.country');
  expect(keyOf(fields, { field: 'givenName' }, words)).toBe('fullname.givenName');
  expect(keyOf(fields, undefined, words)).toBeUndefined();
});
