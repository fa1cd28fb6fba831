import type { ConnectorFormItem } from '@postern/contracts/messages/connectors';
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

test('a new form starts with the defaults of the factory', () => {
  expect(valuesOfConfig(items, {})).toMatchObject({
    host: '',
    port: '',
    auth: '{\n  "user": ""\n}',
    secure: false,
    method: 'post',
    prompts: [],
  });
});

test('sends only filled-in values, with their types', () => {
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

test('stored values are unchanged, including those without a field', () => {
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

test('a cleared field is not sent', () => {
  const stored = { host: 'a', port: 25, secret: 'old' };
  const values = { ...valuesOfConfig(items, stored), secret: '' };
  expect(configOfValues(items, values, stored)).not.toHaveProperty('secret');
});

test('missing or malformed values are reported at their field', () => {
  expect(fields({})).toEqual(['host', 'port']);
  expect(fields({ ...filled, port: 'many', auth: '{' })).toEqual(['port', 'auth']);
  expect(fields(filled)).toEqual([]);
});

test('an item is required only if its condition holds', () => {
  expect(fields({ ...filled, method: 'jwt' })).toEqual(['algorithm']);
  const hidden = { ...valuesOfConfig(items, {}), ...filled, algorithm: 'HS256' };
  expect(configOfValues(items, hidden, {})).not.toHaveProperty('algorithm');
  const onAny: ConnectorFormItem = { type: 'Text', key: 'x', label: 'x', showConditions: [{ targetKey: 'secure' }] };
  expect([isShown(onAny, { secure: true }), isShown(onAny, { secure: false })]).toEqual([true, false]);
});

test('a key with dots names one field', () => {
  expect(fieldName('a.b[0],c')).not.toMatch(/[.[\],]/);
});

const mailItems: ConnectorFormItem[] = [
  {
    type: 'Select',
    key: 'authType',
    path: ['auth', 'type'],
    label: 'Type',
    defaultValue: 'login',
    selectItems: ['login', 'oauth2'].map((value) => ({ value, title: value })),
  },
  { type: 'Text', key: 'user', path: ['auth', 'user'], label: 'User' },
  {
    type: 'Text',
    key: 'pass',
    path: ['auth', 'pass'],
    label: 'Password',
    isConfidential: true,
    showConditions: [{ targetKey: 'authType', expectValue: 'login' }],
  },
  { type: 'Json', key: 'templates', label: 'Templates', required: true, defaultValue: [] },
];

test('an item with a path reads and writes inside an object of the config', () => {
  const stored = { auth: { type: 'login', user: 'ada', pass: 's', extra: 1 }, templates: [] };
  const values = valuesOfConfig(mailItems, stored);
  expect(values).toMatchObject({ authType: 'login', user: 'ada', pass: 's' });
  expect(configOfValues(mailItems, { ...values, user: 'bob' }, stored)).toEqual({
    auth: { type: 'login', user: 'bob', pass: 's', extra: 1 },
    templates: [],
  });
});

test('a server without authentication gets no credentials', () => {
  const values = { ...valuesOfConfig(mailItems, {}), templates: '' };
  expect(configOfValues(mailItems, values, {})).toEqual({ auth: { type: 'login' }, templates: [] });
  expect(checkConfig(mailItems, values).map(({ field }) => field)).not.toContain('templates');
});

test('a password that is no longer needed is removed', () => {
  const stored = { auth: { type: 'login', user: 'ada', pass: 's' }, templates: [] };
  const values = { ...valuesOfConfig(mailItems, stored), authType: 'oauth2' };
  expect(configOfValues(mailItems, values, stored)).toEqual({ auth: { type: 'oauth2', user: 'ada' }, templates: [] });
});

test('recognizes a choice in another spelling', () => {
  expect(valuesOfConfig(mailItems, { auth: { type: 'OAuth2' } })).toMatchObject({ authType: 'oauth2' });
});
