import { expect, test } from 'vitest';
import { outcomeOf } from './outcome.ts';

test('a step that asks for a missing profile field continues', () => {
  expect(outcomeOf({ result: 'Error', error: { code: 'user.missing_profile', message: 'Details are missing.' } })).toBe(
    'Continues',
  );
});

test('a wrong password is an error', () => {
  expect(outcomeOf({ result: 'Error', error: { code: 'session.invalid_credentials' } })).toBe('Error');
});

test('an error without a code is an error', () => {
  expect(outcomeOf({ result: 'Error', error: 'user.missing_profile' })).toBe('Error');
  expect(outcomeOf({ result: 'Error' })).toBe('Error');
});

test('a success stays a success', () => {
  expect(outcomeOf({ result: 'Success' })).toBe('Success');
});
