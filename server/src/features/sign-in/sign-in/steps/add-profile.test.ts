import { expect, test } from 'vitest';
import { fullName } from './add-profile.ts';

test.each([
  [{ givenName: 'Ada', familyName: 'Lovelace' }, 'Ada Lovelace'],
  [{ givenName: 'Ada', middleName: 'King', familyName: 'Lovelace' }, 'Ada King Lovelace'],
  [{ givenName: ' Ada ' }, 'Ada'],
  [{ familyName: 'Lovelace' }, 'Lovelace'],
  [{ givenName: '太郎', familyName: '山田' }, '山田太郎'],
  [{ givenName: '민준', familyName: '김' }, '김민준'],
  [{ givenName: 'Lin', familyName: '林' }, 'Lin 林'],
  [{ givenName: '', nickname: 'Ada' }, undefined],
  [{ givenName: 'x'.repeat(129) }, undefined],
  [{}, undefined],
])('%j makes %s', (profile, name) => {
  expect(fullName(profile)).toBe(name);
});
