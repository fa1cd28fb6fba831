import { expect, test } from 'vitest';
import { PolicyForm, policyOf, valuesOf } from './form.ts';

const sent = (parts: Partial<ReturnType<typeof valuesOf>>) =>
  PolicyForm.safeParse({ ...valuesOf({ passwordPolicy: {} }), ...parts });

test('a policy without settings shows the defaults', () => {
  expect(valuesOf({ passwordPolicy: {} })).toEqual({
    min: '8',
    max: '256',
    characterTypes: '1',
    pwned: true,
    repetitionAndSequence: true,
    userInfo: true,
    rejectsWords: false,
    words: '',
  });
});

test('stored settings survive the form', () => {
  const passwordPolicy = {
    length: { min: 12, max: 64 },
    characterTypes: { min: 3 },
    rejects: { pwned: false, repetitionAndSequence: true, userInfo: false, words: ['acme', 'rocket'] },
  };
  const { data } = PolicyForm.safeParse(valuesOf({ passwordPolicy }));
  expect(data && policyOf(data)).toEqual(passwordPolicy);
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
