import type { Application } from '@postern/contracts/access/applications';
import { expect, test } from 'vitest';
import { ProtectionForm, protectionUpdate, protectionValues } from './protection-form.ts';

const application = (sessionDuration: number) =>
  ({
    protectedAppMetadata: {
      host: 'shop.apps.test',
      origin: 'https://shop.test',
      sessionDuration,
      pageRules: [{ path: '^/admin' }],
      additionalScopes: ['custom_data'],
    },
  }) as unknown as Application;

test('shows seconds as days and saves days as seconds', () => {
  const values = protectionValues(application(1_209_600));
  expect(values).toEqual({
    origin: 'https://shop.test',
    sessionDays: '14',
    pageRules: ['^/admin'],
    additionalScopes: [true, false, false, false, false],
  });
  const output = ProtectionForm.parse({ ...values, sessionDays: '7' });
  expect(protectionUpdate(application(1_209_600), output)).toEqual({
    protectedAppMetadata: {
      origin: 'https://shop.test',
      sessionDuration: 604_800,
      pageRules: [{ path: '^/admin' }],
      additionalScopes: ['custom_data'],
    },
  });
});

test('keeps a duration that is not a whole number of days', () => {
  const output = ProtectionForm.parse(protectionValues(application(3600)));
  expect(protectionUpdate(application(3600), output).protectedAppMetadata).not.toHaveProperty('sessionDuration');
});

test('rejects invalid rules, origins and durations', () => {
  const values = protectionValues(application(1_209_600));
  const bad = [
    { origin: 'https://shop.test/path' },
    { sessionDays: '0' },
    { sessionDays: '366' },
    { sessionDays: '1.5' },
    { sessionDays: '' },
    { pageRules: ['('] },
    { pageRules: [''] },
  ];
  expect(bad.map((change) => ProtectionForm.safeParse({ ...values, ...change }).success)).toEqual(bad.map(() => false));
});
