import { expect, test } from 'vitest';
import { judge, readIssues } from './policy.ts';

const broken = (password: string, policy = {}) =>
  judge(password, policy)
    .filter(({ met }) => !met)
    .map(({ code }) => code.replace('password_rejected.', ''));

test('defaults ask for eight characters and nothing else', () => {
  expect(judge('', {})).toHaveLength(1);
  expect(broken('1234567')).toEqual(['too_short']);
  expect(broken('12345678')).toEqual([]);
});

test('kinds of characters are counted', () => {
  const policy = { characterTypes: { min: 3 } };
  expect(broken('lowercase', policy)).toEqual(['character_types']);
  expect(broken('Lower case', policy)).toEqual([]);
});

test('what is too long or outside the set is said while typing', () => {
  expect(broken('a'.repeat(21), { length: { max: 20 } })).toEqual(['too_long']);
  expect(broken('pässword')).toEqual(['unsupported_characters']);
});

test('an answer of another form is no list of issues', () => {
  expect(readIssues(undefined)).toEqual([]);
  expect(readIssues([{ code: 'password_rejected.pwned' }, 'x', null, {}])).toEqual([
    { code: 'password_rejected.pwned' },
  ]);
});
