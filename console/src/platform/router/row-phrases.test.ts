import { expect, test } from 'vitest';
import type { Feature } from '../feature.ts';
import { pagePath } from './page-path.ts';
import { rowPhrases } from './row-phrases.ts';

const settings = pagePath('tenant-settings');
const members = pagePath('tenant-settings/members');
const mailbox = pagePath('tenant-settings/mailbox');
const users = pagePath('users');
const label = () => '';

const features: Feature[] = [
  {
    phrases: ['tenantSettings', 'tenants'],
    nav: { group: 'tenant', path: settings, label, icon: () => null },
    navTabs: [{ path: members, label, order: 10 }],
  },
  { phrases: ['mailbox'], navTabs: [{ under: settings, path: mailbox, label, order: 60 }] },
  { phrases: ['users'], nav: { group: 'users', path: users, label, icon: () => null } },
];

test('a tab needs the phrases of the other tabs in its row, whose features are not loaded otherwise', () => {
  const all = ['tenantSettings', 'tenants', 'mailbox'];
  expect(rowPhrases(features, mailbox)).toEqual(all);
  expect(rowPhrases(features, members)).toEqual(all);
  expect(rowPhrases(features, users)).toEqual([]);
});
