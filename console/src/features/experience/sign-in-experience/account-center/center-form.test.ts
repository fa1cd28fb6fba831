import { type AccountCenter, accountFields, UpdateAccountCenter } from '@postern/contracts/experience/account-center';
import { expect, test } from 'vitest';
import { bodyOf, CenterForm, valuesOf } from './center-form.ts';

const stored = {
  tenantId: 'default',
  id: 'default',
  enabled: true,
  fields: { email: 'Edit', name: 'ReadOnly' },
  deleteAccountUrl: null,
  customCss: null,
  profileFields: null,
  webauthnRelatedOrigins: ['https://shop.example.com'],
} as const;

const values = valuesOf({ ...stored, webauthnRelatedOrigins: [...stored.webauthnRelatedOrigins] });

test('missing fields are off', () => {
  expect(values.fields).toMatchObject({ email: 'Edit', name: 'ReadOnly', phone: 'Off', mfa: 'Off' });
  expect(Object.keys(values.fields)).toHaveLength(accountFields.length);
});

test('passkeys follow the second factors, and sessions are open, until they have a field', () => {
  const fieldsOf = (fields: AccountCenter['fields']) =>
    valuesOf({ ...stored, webauthnRelatedOrigins: [], fields }).fields;
  expect(fieldsOf({})).toMatchObject({ passkey: 'Off', session: 'Edit' });
  expect(fieldsOf({ mfa: 'ReadOnly' })).toMatchObject({ passkey: 'ReadOnly' });
  expect(fieldsOf({ mfa: 'Edit', passkey: 'Off', session: 'Off' })).toMatchObject({ passkey: 'Off', session: 'Off' });
});

test('all profile fields are null, and chosen ones a list', () => {
  expect(bodyOf({ ...values, profileFields: ['shoes'] }).profileFields).toBeNull();
  const body = bodyOf({ ...values, showsAllFields: false, profileFields: ['shoes', 'shirt'] });
  expect(body.profileFields).toEqual([{ name: 'shoes' }, { name: 'shirt' }]);
});

test('an address for deletion starts with https:// or http://', () => {
  const isGood = (deleteAccountUrl: string) => CenterForm.safeParse({ ...values, deleteAccountUrl }).success;
  expect([isGood(''), isGood('https://shop.example.com/leave'), isGood('javascript:alert(1)')]).toEqual([
    true,
    true,
    false,
  ]);
});

test('disabling it turns every field off', () => {
  const body = bodyOf({ ...values, enabled: false });
  expect(UpdateAccountCenter.safeParse(body).success).toBe(true);
  expect(new Set(Object.values(body.fields ?? {}))).toEqual(new Set(['Off']));
  expect(bodyOf(values).fields).toMatchObject({ email: 'Edit', name: 'ReadOnly' });
});

test('account deletion is off unless allowed, and is turned off with the rest', () => {
  expect(values.deleteAccount).toBe(false);
  expect(bodyOf({ ...values, deleteAccount: true }).deleteAccount).toBe(true);
  expect(bodyOf({ ...values, deleteAccount: true, enabled: false }).deleteAccount).toBe(false);
});

test('origins are valid, unique, and at most fifty', () => {
  const paths = (webauthnRelatedOrigins: string[]) =>
    CenterForm.safeParse({ ...values, webauthnRelatedOrigins }).error?.issues.map(({ path }) => path.join('.'));
  expect(paths(['https://shop.example.com'])).toBeUndefined();
  expect(paths(['https://shop.example.com/cart'])).toEqual(['webauthnRelatedOrigins.0']);
  expect(paths(['https://a.example', 'https://a.example'])).toEqual(['webauthnRelatedOrigins.1']);
  expect(paths(Array.from({ length: 51 }, (_, index) => `https://${index}.example`))).toEqual([
    'webauthnRelatedOrigins',
  ]);
});
