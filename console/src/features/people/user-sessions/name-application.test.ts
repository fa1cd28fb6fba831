import { accountCenterAppId, demoAppId } from '@postern/contracts/wire';
import i18next from 'i18next';
import { expect, test } from 'vitest';
import users from '../../../../../translations/de/people.users.json';
import { nameApplication } from './name-application.ts';

test('built-in applications have their console name, others their own name or id', async () => {
  const { t } = i18next.createInstance({ lng: 'de', resources: { de: { translation: { users } } } }, () => undefined);
  expect(nameApplication(t, { id: accountCenterAppId, name: 'Account center' })).toBe('Kontoverwaltung');
  expect(nameApplication(t, { id: demoAppId, name: 'Demo app' })).toBe('Demo-App');
  expect(nameApplication(t, { id: 'shop', name: 'Northwind' })).toBe('Northwind');
  expect(nameApplication(t, { id: 'gone', name: null })).toBe('gone');
});
