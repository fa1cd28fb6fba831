import { expect, test } from 'vitest';
import { mergeSettings } from './keep-settings.ts';

const stored = { issuer: 'https://idp.example', clientId: 'a', clientSecret: 'kept', scope: 'groups' };

test('keeps the stored secret for the same client, and what only administrators set', () => {
  expect(mergeSettings('OIDC', { issuer: 'https://idp.example', clientId: 'a', clientSecret: '' }, stored)).toEqual(
    stored,
  );
});

test('never sends the stored secret to another issuer or for another client', () => {
  for (const changed of [{ issuer: 'https://evil.example' }, { clientId: 'b' }]) {
    const merged = mergeSettings('OIDC', { issuer: 'https://idp.example', clientId: 'a', ...changed }, stored);
    expect(merged.clientSecret).toBeUndefined();
  }
});

test('takes no settings that are up to the administrator', () => {
  const given = { scope: 'everything', trustUnverifiedEmail: true, offlineAccess: true, issuer: 'https://idp.example' };
  expect(mergeSettings('AzureAdOidc', given, {})).toEqual({ issuer: 'https://idp.example' });
});
