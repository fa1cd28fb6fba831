import { expect, test } from 'vitest';
import { pathForMissing } from './index.ts';

test.each([
  [['emailOrPhone', 'password'], '/continue/emailOrPhone'],
  [['extraProfile'], '/continue/extra-profile'],
  [['something new', 'username'], '/continue/username'],
])('%j leads to %s', (missingProfile, path) => {
  expect(pathForMissing({ data: { missingProfile } })).toBe(path);
});

test.each([undefined, null, {}, { missingProfile: 'email' }, { missingProfile: [] }, { missingProfile: ['toString'] }])(
  'unknown data such as %j leads nowhere',
  (data) => {
    expect(pathForMissing({ data })).toBeUndefined();
  },
);
