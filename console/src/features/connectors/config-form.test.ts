import type { ConnectorFormItem } from '@postern/contracts/connectors';
import i18next from 'i18next';
import { beforeAll, expect, test } from 'vitest';
import { checkConfig, configOfValues, fieldName, isShown, valuesOfConfig } from './config-form.ts';

const items: ConnectorFormItem[] = [
  { type: 'Text', key: 'host', label: 'Host', required: true },
  { type: 'Text', key: 'secret', label: 'Secret', isConfidential: true },
  { type: 'Number', key: 'port', label: 'Port', required: true },
  { type: 'Json', key: 'auth', label: 'Auth', defaultValue: { user: '' } },
  { type: 'Switch', key: 'secure', label: 'Secure', defaultValue: false },
  {
    type: 'Select',
    key: 'method',
    label: 'Method',
    defaultValue: 'post',
    selectItems: ['post', 'jwt'].map((value) => ({ value, title: value })),
  },
  {
    type: 'Text',
    key: 'algorithm',
    label: 'Algorithm',
    required: true,
    showConditions: [{ targetKey: 'method', expectValue: 'jwt' }],
  },
  { type: 'MultiSelect', key: 'prompts', label: 'Prompts', selectItems: [{ value: 'none' }] },
  { type: 'Text', key: 'not.ready', label: 'Not ready', required: true, isDevFeature: true },
];
beforeAll(() => i18next.init({ lng: 'en', resources: {} }));

const filled = { host: ' mail.test ', secret: ' s ', port: '587' };
const fields = (values: object) =>
  checkConfig(items, { ...valuesOfConfig(items, {}), ...values }).map((one) => one.field);

test('a new form starts with what the factory proposes', () => {
  expect(valuesOfConfig(items, {})).toMatchObject({
    host: '',
    port: '',
    auth: '{\n  "user": ""\n}',
    secure: false,
    method: 'post',
    prompts: [],
  });
});

test('what is sent is what is filled in, in its own type', () => {
  const values = { ...valuesOfConfig(items, {}), ...filled, prompts: ['none'] };
  expect(configOfValues(items, values, {})).toEqual({
    host: 'mail.test',
    secret: ' s ',
    port: 587,
    auth: { user: '' },
    secure: false,
    method: 'post',
    prompts: ['none'],
  });
});

test('what was stored comes back as it was, with what has no field', () => {
  const stored = {
    host: 'a',
    port: 25,
    auth: { user: 'b' },
    secure: true,
    method: 'jwt',
    algorithm: 'HS256',
    oneTap: {},
  };
  expect(configOfValues(items, valuesOfConfig(items, stored), stored)).toEqual(stored);
});

test('an emptied field is not sent again', () => {
  const stored = { host: 'a', port: 25, secret: 'old' };
  const values = { ...valuesOfConfig(items, stored), secret: '' };
  expect(configOfValues(items, values, stored)).not.toHaveProperty('secret');
});

test('what is missing or malformed is told by its field', () => {
  expect(fields({})).toEqual(['host', 'port']);
  expect(fields({ ...filled, port: 'many', auth: '{' })).toEqual(['port', 'auth']);
  expect(fields(filled)).toEqual([]);
});

test('an item is asked for only when its condition holds', () => {
  expect(fields({ ...filled, method: 'jwt' })).toEqual(['algorithm']);
  const hidden = { ...valuesOfConfig(items, {}), ...filled, algorithm: 'HS256' };
  expect(configOfValues(items, hidden, {})).not.toHaveProperty('algorithm');
  const onAny: ConnectorFormItem = { type: 'Text', key: 'x', label: 'x', showConditions: [{ targetKey: 'secure' }] };
  expect([isShown(onAny, { secure: true }), isShown(onAny, { secure: false })]).toEqual([true, false]);
});

test('a key with dots names one field', () => {
  expect(fieldName('a.b[0],c')).not.toMatch(/[.[\],]/);
});
