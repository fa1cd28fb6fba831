import type { Webhook } from '@postern/contracts/records/webhooks';
import i18next from 'i18next';
import { beforeAll, expect, test } from 'vitest';
import webhooks from './phrases.en.json';
import { bodyOf, SettingsForm, type SettingsValues, valuesOf } from './webhook-form.ts';

beforeAll(async () => {
  await i18next.init({
    lng: 'en',
    defaultNS: 'console',
    ns: ['console'],
    resources: { en: { console: { webhooks } } },
  });
});

const hook: Webhook = {
  tenantId: 'default',
  id: 'one',
  name: 'Orders',
  event: null,
  events: ['User.Created'],
  config: { url: 'https://orders.example.com/hook', headers: { 'X-Key': 'secret' }, retries: 2 },
  signingKey: 'key',
  enabled: true,
  createdAt: 0,
};

const withHeaders = (...headers: SettingsValues['headers']) =>
  SettingsForm.safeParse({ ...valuesOf(hook), headers }).error?.issues.map(({ path, message }) => [
    path.join('.'),
    message,
  ]);

test('the values of the form give back the same webhook', () => {
  const { name, events, config, enabled } = hook;
  expect(bodyOf(SettingsForm.parse(valuesOf(hook)), hook)).toEqual({ name, events, config, enabled });
});

test('a header needs a name and a value; an empty row is ignored', () => {
  expect(withHeaders({ name: 'X-Key', value: '' })).toEqual([['headers.0.value', 'Enter a value.']]);
  expect(withHeaders({ name: '', value: 'a' })).toEqual([['headers.0.name', 'Enter a name.']]);
  expect(withHeaders({ name: '', value: '' })).toBeUndefined();
  const empty = SettingsForm.parse({ ...valuesOf(hook), headers: [{ name: ' ', value: '' }] });
  expect(bodyOf(empty, hook).config).toEqual({ url: hook.config.url, retries: 2 });
});

test('header names are unique in any case, allowed, and not set by the server', () => {
  expect(withHeaders({ name: 'X-Key', value: 'a' }, { name: 'x-key', value: 'b' })?.[0]?.[0]).toBe('headers.1.name');
  expect(withHeaders({ name: 'X Key', value: 'a' })?.[0]?.[0]).toBe('headers.0.name');
  expect(withHeaders({ name: 'Content-Type', value: 'a' })?.[0]?.[0]).toBe('headers.0.name');
  expect(withHeaders({ name: 'X-Key', value: 'ä' })?.[0]?.[0]).toBe('headers.0.value');
});

test('a name, an event and a web address are needed', () => {
  const values = { ...valuesOf(hook), name: ' ', events: [], url: 'orders.example.com' };
  const paths = SettingsForm.safeParse(values).error?.issues.map(({ path }) => path.join('.'));
  expect(paths?.toSorted()).toEqual(['events', 'name', 'url']);
});
