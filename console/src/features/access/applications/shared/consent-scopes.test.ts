import type { ConsentScopes } from '@postern/contracts/access/application-consent';
import type { ResourceWithScopes } from '@postern/contracts/access/resources';
import { managementApiIndicator } from '@postern/contracts/wire';
import type { TFunction } from 'i18next';
import { expect, test } from 'vitest';
import { addedScopes, consentChoices, consentRows, searchChoices } from './consent-scopes.ts';

// Returns the key instead of its phrase.
const t = ((key: string) => key) as unknown as TFunction;
const management = managementApiIndicator('default');

const scope = (id: string, name: string) => ({ id, name, description: null });
const api = (id: string, indicator: string, ...names: string[]): ResourceWithScopes => ({
  tenantId: 'default',
  id,
  name: id,
  indicator,
  isDefault: false,
  accessTokenTtl: 3600,
  scopes: names.map((name) => ({
    ...scope(`${id}-${name}`, name),
    tenantId: 'default',
    resourceId: id,
    createdAt: 0,
  })),
});

const granted: ConsentScopes = {
  userScopes: ['email'],
  resourceScopes: [
    { resource: { id: 'shop', name: 'shop', indicator: 'https://shop.example' }, scopes: [scope('shop-read', 'read')] },
  ],
  organizationScopes: [scope('invite', 'invite')],
  organizationResourceScopes: [],
};
const apis = [api('shop', 'https://shop.example', 'read', 'write'), api('management', management, 'all')];

test('lists user permissions and organization permissions separately', () => {
  expect(consentRows(t, granted, 'user').map(({ type, id }) => [type, id])).toEqual([
    ['user-scopes', 'email'],
    ['resource-scopes', 'shop-read'],
  ]);
  expect(consentRows(t, granted, 'organization').map(({ type, id }) => [type, id])).toEqual([
    ['organization-scopes', 'invite'],
  ]);
});

const offers = {
  resources: apis,
  organizationScopes: [{ tenantId: 'default', id: 'report', name: 'report', description: null }],
  managementApi: management,
};

test('offers neither existing permissions nor the management API', () => {
  const offered = (level: 'user' | 'organization') =>
    consentChoices(t, level, consentRows(t, granted, level), offers).flatMap(({ items }) => items.map(({ id }) => id));
  expect(offered('user')).not.toContain('email');
  expect(offered('user')).toContain('profile');
  expect(offered('user').filter((value) => value.includes('-'))).toEqual(['shop-write']);
  expect(offered('organization')).toEqual(['organization:report', 'shop-read', 'shop-write']);
});

test('a search finds permissions by name, and all of an API by its indicator', () => {
  const groups = consentChoices(t, 'organization', [], offers);
  const found = (text: string) => searchChoices(groups, text).flatMap(({ items }) => items.map(({ label }) => label));
  expect(found('WRI')).toEqual(['write']);
  expect(found('shop.example')).toEqual(['read', 'write']);
  expect(found('nothing like it')).toEqual([]);
});

test('sends each selected permission by its type', () => {
  expect(addedScopes('user', ['profile', 'shop-write'])).toEqual({
    userScopes: ['profile'],
    resourceScopes: ['shop-write'],
  });
  expect(addedScopes('organization', ['organization:report', 'shop-write'])).toEqual({
    organizationScopes: ['report'],
    organizationResourceScopes: ['shop-write'],
  });
});
