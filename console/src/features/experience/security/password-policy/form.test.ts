import { expect, test } from 'vitest';
import { bodyOf, PolicyForm, policyOf, valuesOf } from './form.ts';

const sent = (parts: Partial<ReturnType<typeof valuesOf>>) =>
  PolicyForm.safeParse({ ...valuesOf({ passwordPolicy: {}, passwordExpiration: {} }), ...parts });

test('a policy without settings shows the defaults', () => {
  expect(valuesOf({ passwordPolicy: {}, passwordExpiration: {} })).toEqual({
    min: '8',
    max: '256',
    characterTypes: '1',
    pwned: true,
    repetitionAndSequence: true,
    userInfo: true,
    rejectsWords: false,
    words: '',
    expires: false,
    days: '90',
  });
});

test('stored settings survive the form', () => {
  const passwordPolicy = {
    length: { min: 12, max: 64 },
    characterTypes: { min: 3 },
    rejects: { pwned: false, repetitionAndSequence: true, userInfo: false, words: ['acme', 'rocket'] },
  };
  const { data } = PolicyForm.safeParse(valuesOf({ passwordPolicy, passwordExpiration: {} }));
  expect(data && policyOf(data)).toEqual(passwordPolicy);
});

test.each([
  [
    { enabled: true, validPeriodDays: 30, enabledAt: 5 },
    { enabled: true, validPeriodDays: 30 },
  ],
  [{ enabled: false }, { enabled: false }],
  [{}, { enabled: false }],
] as const)('an expiration of %j is sent as %j', (passwordExpiration, expected) => {
  const { data } = PolicyForm.safeParse(valuesOf({ passwordPolicy: {}, passwordExpiration }));
  expect(data && bodyOf(data).passwordExpiration).toEqual(expected);
});

test('reads one word per line, each once', () => {
  const { data } = sent({ rejectsWords: true, words: ' acme \n\nrocket\nacme' });
  expect(data && policyOf(data).rejects?.words).toEqual(['acme', 'rocket']);
});

test('sends no words while they are turned off', () => {
  const { data } = sent({ rejectsWords: false, words: 'acme' });
  expect(data && policyOf(data).rejects?.words).toEqual([]);
});

test.each([
  { min: '' },
  { min: '0' },
  { min: '257' },
  { min: '1.5' },
  { min: '9', max: '8' },
  { words: 'x'.repeat(129) },
])('rejects %j', (parts) => {
  expect(sent(parts).success).toBe(false);
});
