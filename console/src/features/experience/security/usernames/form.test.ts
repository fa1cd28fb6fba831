import { defaultUsernamePolicy } from '@postern/contracts/experience/username-policy';
import { expect, test } from 'vitest';
import { bodyOf, UsernamesForm, valuesOf } from './form.ts';

const sent = (parts: Partial<ReturnType<typeof valuesOf>>) =>
  UsernamesForm.safeParse({ ...valuesOf({ usernamePolicy: defaultUsernamePolicy }), ...parts });

test('stored settings survive the form', () => {
  const usernamePolicy = {
    caseSensitive: false,
    minLength: 3,
    maxLength: 20,
    allowedChars: { lowercase: true, uppercase: false, numbers: true, underscore: false },
  };
  const { data } = UsernamesForm.safeParse(valuesOf({ usernamePolicy }));
  expect(data && bodyOf(data)).toEqual({ usernamePolicy });
});

test.each([
  { min: '' },
  { min: '0' },
  { max: '129' },
  { min: '9', max: '8' },
  { lowercase: false, uppercase: false, underscore: false },
])('rejects %j', (parts) => {
  expect(sent(parts).success).toBe(false);
});
