import {
  CreateProfileField,
  type CustomProfileField,
  profileFieldTypes,
  SaveProfileField,
} from '@postern/contracts/experience/custom-profile-fields';
import { expect, test } from 'vitest';
import { builtInFields, newField, userDataKey } from '../shared/kinds.ts';
import { bodyOf, fieldForm, findProblems, readOptions, valuesOf, writeOptions } from './field-form.ts';

const storedAs = (field: CreateProfileField): CustomProfileField => ({
  tenantId: 'default',
  id: 'x',
  createdAt: 0,
  sieOrder: 1,
  ...field,
  label: field.label ?? '',
  description: field.description ?? null,
  config: field.config ?? {},
});

test('defaults of every type are valid for the server and unchanged by the form', () => {
  for (const type of profileFieldTypes) {
    const field = newField('custom', type, 'Custom');
    expect(CreateProfileField.safeParse(field).success, type).toBe(true);
    const stored = storedAs(field);
    const values = valuesOf(stored);
    expect(findProblems(values), type).toEqual([]);
    const body = bodyOf(values, stored);
    expect(SaveProfileField.safeParse(body).success, type).toBe(true);
    const { name: _, ...rest } = field;
    expect(JSON.parse(JSON.stringify(body)), type).toEqual(JSON.parse(JSON.stringify(rest)));
  }
});

test('new fields are required, except checkboxes', () => {
  expect(newField('size', 'Text')).toMatchObject({ required: true, config: { minLength: 1, maxLength: 100 } });
  expect(newField('news', 'Checkbox')).toMatchObject({ required: false, config: { defaultValue: 'false' } });
  expect(newField('birthdate', builtInFields.birthdate).config).toEqual({ format: 'MM/dd/yyyy' });
  expect(newField('gender', builtInFields.gender).config?.options?.map(({ value }) => value)).toEqual([
    'female',
    'male',
    'prefer_not_to_say',
  ]);
  const enabled = (name: 'fullname' | 'address') =>
    newField(name, builtInFields[name])
      .config?.parts?.filter((part) => part.enabled)
      .map((part) => part.name);
  expect(enabled('fullname')).toEqual(['givenName', 'familyName']);
  expect(enabled('address')).toEqual(['formatted']);
});

test('options are lines of value and label', () => {
  expect(readOptions(' s:Small \n\nxl : Extra: large\nm')).toEqual([
    { value: 's', label: 'Small' },
    { value: 'xl', label: 'Extra: large' },
    { value: 'm' },
  ]);
  expect(writeOptions([{ value: 's', label: 'Small' }, { value: 'm' }])).toBe('s:Small\nm');
});

const problems = (type: CustomProfileField['type'], change: Partial<ReturnType<typeof valuesOf>>) =>
  findProblems({ ...valuesOf(storedAs(newField('own', type))), ...change }).map(({ path, key }) => `${path} ${key}`);

test('values that the server would reject are reported at their field', () => {
  expect(problems('Text', { min: '5', max: '2' })).toEqual(['max limits']);
  expect(problems('Text', { max: '2000' })).toEqual(['max length']);
  expect(problems('Number', { min: '-1', max: 'many' })).toEqual(['min number', 'max number']);
  expect(problems('Number', { min: '', max: '2000' })).toEqual([]);
  expect(problems('Select', { options: ' \n' })).toEqual(['options options']);
  expect(problems('Select', { options: 'a:One\na:Two' })).toEqual(['options options']);
  expect(problems('Select', { options: ':One' })).toEqual(['options options']);
  expect(problems('Select', { options: 'x'.repeat(300) })).toEqual(['options optionLength']);
  expect(problems('Regex', { pattern: '(' })).toEqual(['pattern pattern']);
  expect(problems('Regex', { pattern: '' })).toEqual(['pattern pattern']);
  expect(problems('Date', { dateFormat: 'custom' })).toEqual(['customFormat customFormat']);
  expect(problems('Fullname', { parts: [] })).toEqual(['parts parts']);
});

test('a custom field needs a label, a standard one does not', () => {
  const values = valuesOf(storedAs(newField('size', 'Text')));
  expect(
    fieldForm('size')
      .safeParse(values)
      .error?.issues.map(({ path }) => path),
  ).toEqual([['label']]);
  expect(fieldForm('nickname').safeParse(values).success).toBe(true);
});

test('a part keeps values that the form does not show', () => {
  const part = { name: 'country', type: 'Text', enabled: true, required: true, description: 'Two letters' } as const;
  const stored = storedAs({ name: 'address', type: 'Address', required: true, config: { parts: [part] } });
  const [country, ...rest] = bodyOf(valuesOf(stored), stored).config?.parts ?? [];
  expect(country).toMatchObject(part);
  expect(rest.every(({ enabled }) => !enabled)).toBe(true);
});

test('a date format that is not listed is shown as custom', () => {
  const stored = storedAs({ name: 'birthdate', type: 'Date', required: true, config: { format: 'd.M.yyyy' } });
  expect(valuesOf(stored)).toMatchObject({ dateFormat: 'custom', customFormat: 'd.M.yyyy' });
});

test('the key shows where the value is stored', () => {
  const keyOf = (name: string, type: CustomProfileField['type']) => userDataKey(storedAs(newField(name, type)));
  expect(keyOf('name', 'Text')).toBe('name');
  expect(keyOf('nickname', 'Text')).toBe('profile.nickname');
  expect(keyOf('size', 'Text')).toBe('customData.size');
  expect(keyOf('fullname', 'Fullname')).toBe('profile.givenName, profile.familyName');
});
