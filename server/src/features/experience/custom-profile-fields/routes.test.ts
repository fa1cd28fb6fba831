import { type CreateProfileField, customProfileFieldsApi } from '@postern/contracts/experience/custom-profile-fields';
import { wellKnownApi } from '@postern/contracts/experience/sign-in-experience';
import { signInExperienceApi } from '@postern/contracts/experience/sign-in-experience-settings';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type TestApp, testApp } from '#testing/test-app';

let app: TestApp;
let token: string;

beforeAll(async () => {
  app = await testApp();
  token = await app.managementToken();
});
afterAll(() => app.close());

const create = (body: CreateProfileField) => app.call(customProfileFieldsApi.create, { token, body });
const list = async () => (await app.call(customProfileFieldsApi.list, { token })).body;
const part = (name: string, type: CreateProfileField['type'] = 'Text') => ({
  enabled: true,
  name,
  type,
  required: false,
});

describe('every type', () => {
  test.each<CreateProfileField>([
    { name: 'nickname', type: 'Text', label: 'Nickname', required: true, config: { minLength: 1, maxLength: 1 } },
    { name: 'age', type: 'Number', required: false, config: { placeholder: '18', minValue: 0, maxValue: 150 } },
    { name: 'birthdate', type: 'Date', required: false, config: { format: 'custom', customFormat: 'dd.MM.yyyy' } },
    { name: 'news', type: 'Checkbox', required: false, config: { defaultValue: 'true' } },
    { name: 'size', type: 'Select', required: true, config: { options: [{ value: 's', label: 'S' }, { value: 'm' }] } },
    { name: 'website', type: 'Url', required: false },
    { name: 'plate', type: 'Regex', required: false, config: { format: '^[A-Z]+$' } },
    { name: 'address', type: 'Address', required: false, config: { parts: [part('country'), part('locality')] } },
    { name: 'fullname', type: 'Fullname', required: true, config: { parts: [part('givenName'), part('familyName')] } },
  ])('$type is created, read and shown to the sign-in pages', async (field) => {
    const { status, body } = await create(field);
    expect(status).toBe(201);
    expect(body).toMatchObject({
      ...field,
      tenantId: 'default',
      label: field.label ?? '',
      description: null,
      config: field.config ?? {},
    });
    expect((await app.call(customProfileFieldsApi.get, { token, params: { name: field.name } })).body).toEqual(body);
    const { body: experience } = await app.call(wellKnownApi.signInExperience);
    expect(experience.customProfileFields).toContainEqual(body);
  });

  test('adds each new field last', async () => {
    const fields = await list();
    expect(fields.map(({ sieOrder }) => sieOrder)).toEqual(fields.map((_, index) => index + 1));
  });
});

const base = { name: 'field', required: false };
const rule = (name: string) => `custom_profile_fields.${name}`;

describe('rejects', () => {
  test.each<[string, CreateProfileField, string]>([
    ['a name with a dash', { ...base, name: 'a-b', type: 'Text' }, rule('invalid_name')],
    ['an empty name', { ...base, name: '', type: 'Text' }, rule('invalid_name')],
    [
      'a detail of the product',
      { ...base, name: 'preferredUsername', type: 'Text' },
      rule('name_conflict_built_in_prop'),
    ],
    ['data of the product', { ...base, name: 'defaultTenantId', type: 'Text' }, rule('name_conflict_custom_data')],
    ['a key that every object has', { ...base, name: 'constructor', type: 'Text' }, rule('name_conflict_custom_data')],
    ['an identifier', { ...base, name: 'primaryEmail', type: 'Text' }, rule('name_conflict_sign_in_identifier')],
    [
      'a length that is no range',
      { ...base, type: 'Text', config: { minLength: 2, maxLength: 1 } },
      rule('invalid_min_max_input'),
    ],
    [
      'a value that is no range',
      { ...base, type: 'Number', config: { minValue: 2, maxValue: 1 } },
      rule('invalid_min_max_input'),
    ],
    [
      'a box that is maybe ticked',
      { ...base, type: 'Checkbox', config: { defaultValue: 'maybe' } },
      rule('invalid_default_value'),
    ],
    ['a required box', { ...base, type: 'Checkbox', required: true }, 'request.invalid_input'],
    ['a choice of nothing', { ...base, type: 'Select', config: { options: [] } }, rule('invalid_options')],
    ['a choice without a config', { ...base, type: 'Select' }, rule('invalid_options')],
    [
      'an option without a value',
      { ...base, type: 'Select', config: { options: [{ value: '' }] } },
      rule('invalid_options'),
    ],
    [
      'the same option twice',
      { ...base, type: 'Select', config: { options: [{ value: 'a' }, { value: 'a' }] } },
      rule('invalid_options'),
    ],
    ['a pattern that is none', { ...base, type: 'Regex', config: { format: '(' } }, rule('invalid_regex_format')],
    ['no pattern', { ...base, type: 'Regex' }, rule('invalid_regex_format')],
    ...[
      { format: 'dd.MM.yyyy' },
      { format: 'anything' },
      { format: 'custom', customFormat: 'tomorrow' },
      { format: 'custom', customFormat: 'MM/dd' },
      { format: 'custom', customFormat: 'yyyy-MM-dd-dd' },
      { format: 'custom', customFormat: 'yy-MM-dd' },
    ].map((config): [string, CreateProfileField, string] => [
      `a date as ${JSON.stringify(config)}`,
      { ...base, type: 'Date', config },
      'request.invalid_input',
    ]),
    ['a date without a format', { ...base, type: 'Date', config: { placeholder: 'x' } }, 'request.invalid_input'],
    [
      'an address without parts',
      { ...base, type: 'Address', config: { parts: [] } },
      rule('invalid_address_components'),
    ],
    [
      'an address with a foreign part',
      { ...base, type: 'Address', config: { parts: [part('planet')] } },
      rule('invalid_address_components'),
    ],
    [
      'a name with a part twice',
      { ...base, type: 'Fullname', config: { parts: [part('givenName'), part('givenName')] } },
      rule('invalid_fullname_components'),
    ],
    [
      'a name of which nothing is enabled',
      { ...base, type: 'Fullname', config: { parts: [{ ...part('givenName'), enabled: false }] } },
      rule('invalid_fullname_components'),
    ],
    [
      'a part made of parts',
      { ...base, type: 'Address', config: { parts: [part('country', 'Fullname')] } },
      rule('invalid_sub_component_type'),
    ],
    ['a config of another type', { ...base, type: 'Url', config: { maxLength: 3 } }, 'request.invalid_input'],
  ])('%s', async (_, field, code) => {
    const before = await list();
    expect(await create(field)).toMatchObject({ status: 400, body: { code } });
    if (!code.includes('name')) {
      const update = { type: field.type, required: field.required, ...(field.config ? { config: field.config } : {}) };
      const answer = await app.call(customProfileFieldsApi.update, { token, params: { name: 'age' }, body: update });
      expect(answer).toMatchObject({ status: 400, body: { code } });
    }
    expect(await list()).toEqual(before);
  });

  test('a name that exists', async () => {
    expect(await create({ name: 'age', type: 'Text', required: false })).toMatchObject({
      status: 422,
      body: { code: rule('name_exists') },
    });
  });

  test('returns 404 for unknown fields', async () => {
    const params = { name: 'nobody' };
    const body = { type: 'Text' as const, required: false };
    for (const answer of [
      await app.call(customProfileFieldsApi.get, { token, params }),
      await app.call(customProfileFieldsApi.remove, { token, params }),
    ]) {
      expect(answer).toMatchObject({ status: 404, body: { code: 'entity.not_found' } });
    }
    // Observed 2, row 27.
    expect(await app.call(customProfileFieldsApi.update, { token, params, body })).toMatchObject({
      status: 404,
      body: { code: 'entity.not_exists' },
    });
  });
});

describe('batch', () => {
  const many = (names: string[]) =>
    app.call(customProfileFieldsApi.createMany, {
      token,
      body: names.map((name) => ({ name, type: 'Text', required: false })),
    });

  test('creates all or none', async () => {
    const before = await list();
    expect((await many(['one', 'age'])).status).toBe(422);
    expect((await many(['one', 'bad name'])).status).toBe(400);
    expect(await list()).toEqual(before);
    const { status, body } = await many(['one', 'two']);
    expect([status, body.map(({ name }) => name)]).toEqual([201, ['one', 'two']]);
  });

  test('accepts at most 20', async () => {
    expect((await many(Array.from({ length: 21 }, (_, index) => `many${index}`))).status).toBe(400);
  });

  test('concurrent batches get unique positions', async () => {
    await Promise.all(['a', 'b', 'c', 'd', 'e'].map((letter) => many([`${letter}1`, `${letter}2`])));
    const places = (await list()).map(({ sieOrder }) => sieOrder);
    expect(new Set(places).size).toBe(places.length);
  });
});

describe('order', () => {
  const order = (names: string[]) =>
    app.call(customProfileFieldsApi.order, {
      token,
      body: { order: names.map((name, index) => ({ name, sieOrder: index })) },
    });

  test('changes the positions and returns the new list', async () => {
    const names = (await list()).map(({ name }) => name).reverse();
    expect((await order(names)).body.map(({ name }) => name)).toEqual(names);
  });

  test('one of several concurrent requests wins completely', async () => {
    const names = (await list()).map(({ name }) => name);
    const reversed = [...names].reverse();
    const answers = await Promise.all([names, reversed, names, reversed, names, reversed].map(order));
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200, 200]);
    expect([names, reversed]).toContainEqual((await list()).map(({ name }) => name));
  });

  test('rejects a field with two positions', async () => {
    const { status, body } = await order(['age', 'one', 'age']);
    expect([status, body]).toMatchObject([400, { code: 'request.invalid_input', data: { duplicateNames: ['age'] } }]);
  });

  test('lists unknown fields in the error', async () => {
    const { status, body } = await order(['age', 'nobody', 'nothing']);
    expect([status, body]).toMatchObject([400, { code: rule('entity_not_exists_with_names') }]);
    expect((body as unknown as { message: string }).message).toContain('nobody, nothing');
  });
});

describe('fields for sign-up', () => {
  const choose = (names: string[] | null) =>
    app.call(signInExperienceApi.update, {
      token,
      body: { signUpProfileFields: names?.map((name) => ({ name })) ?? null },
    });
  const stored = async () => (await app.call(signInExperienceApi.get, { token })).body.signUpProfileFields;

  test('are all in the default tenant, and none in others until they are chosen', async () => {
    expect(await stored()).toBeNull();
    const admin = { tenantId: 'admin', token: await app.managementToken('admin') };
    expect((await app.call(signInExperienceApi.get, admin)).body.signUpProfileFields).toEqual([]);
  });

  test('are stored in order, must exist and occur once', async () => {
    expect((await choose(['two', 'one'])).body.signUpProfileFields).toEqual([{ name: 'two' }, { name: 'one' }]);
    const unknown = await choose(['one', 'nobody']);
    expect(unknown).toMatchObject({ status: 400, body: { code: rule('entity_not_exists_with_names') } });
    const twice = await choose(['one', 'two', 'one']);
    expect(twice).toMatchObject({
      status: 400,
      body: { code: 'request.invalid_input', data: { duplicateNames: ['one'] } },
    });
    const { body } = await app.call(wellKnownApi.signInExperience);
    expect(body.customProfileFields.map(({ name }) => name)).toEqual(['two', 'one']);
    expect(body.customProfileFieldCatalog).toEqual(await list());
  });

  test('lose a field that is deleted, also while it is chosen at the same time', async () => {
    await app.call(customProfileFieldsApi.remove, { token, params: { name: 'two' } });
    expect(await stored()).toEqual([{ name: 'one' }]);
    await Promise.all([app.call(customProfileFieldsApi.remove, { token, params: { name: 'a1' } }), choose(['a1'])]);
    expect(await stored()).not.toContainEqual({ name: 'a1' });
    await app.call(customProfileFieldsApi.remove, { token, params: { name: 'one' } });
    await choose(null);
    await app.call(customProfileFieldsApi.remove, { token, params: { name: 'a2' } });
    expect(await stored()).toBeNull();
  });
});

test('another tenant sees nothing', async () => {
  const admin = { tenantId: 'admin', token: await app.managementToken('admin') };
  expect((await app.call(customProfileFieldsApi.list, admin)).body).toEqual([]);
  const { status } = await app.call(customProfileFieldsApi.remove, { ...admin, params: { name: 'age' } });
  expect(status).toBe(404);
  expect((await list()).map(({ name }) => name)).toContain('age');
});

test('removes a deleted field from the pages at once', async () => {
  expect((await app.call(customProfileFieldsApi.remove, { token, params: { name: 'age' } })).status).toBe(204);
  const { body } = await app.call(wellKnownApi.signInExperience);
  expect(body.customProfileFields.map(({ name }) => name)).not.toContain('age');
});
