import { judge, readIssues } from '@postern/contracts/experience/judge-password';
import { expect, test } from 'vitest';
import { userInfoOf } from './use-new-password.ts';

const broken = (password: string, policy = {}) =>
  judge(password, policy)
    .filter(({ met }) => !met)
    .map(({ code }) => code.replace('password_rejected.', ''));

test('the default policy requires eight characters and nothing else', () => {
  expect(judge('', {})).toHaveLength(1);
  expect(broken('kW9rTzm')).toEqual(['too_short']);
  expect(broken('kW9rTzmQ')).toEqual([]);
});

test('reports guessable passwords while typing, as the server does', () => {
  expect(broken('1234')).toEqual(['too_short']);
  expect(broken('12345678')).toEqual(['restricted.sequence']);
  expect(broken('aaaaaaaaab')).toEqual(['restricted.repetition']);
  expect(broken('fjord fjord', { rejects: { words: ['fjord'] } })).toEqual(['restricted.words']);
  expect(broken('12345678', { rejects: { repetitionAndSequence: false } })).toEqual([]);
});

test.each([
  ['maya_fjord', { username: 'maya_fjord' }],
  ['maya@fjord.example', { email: 'maya@fjord.example' }],
  ['+4915112345678', { phone: '4915112345678' }],
])('rejects a password that contains the identifier %s', (identifier, expected) => {
  expect(userInfoOf(identifier)).toEqual(expected);
  const [part = ''] = identifier.replace('+', '').split('@');
  const codes = judge(`${part}!${part}`, { length: { min: 1 } }, expected).map(({ code }) => code);
  expect(codes).toContain('password_rejected.restricted.user_info');
});

test('counts character types', () => {
  const policy = { characterTypes: { min: 3 } };
  expect(broken('lowercase', policy)).toEqual(['character_types']);
  expect(broken('Lower case', policy)).toEqual([]);
});

test('reports too long passwords and unsupported characters while typing', () => {
  expect(broken('kW9$'.repeat(6), { length: { max: 20 } })).toEqual(['too_long']);
  expect(broken('pässword')).toEqual(['unsupported_characters']);
});

test('ignores issues in an unknown format', () => {
  expect(readIssues(undefined)).toEqual([]);
  expect(readIssues([{ code: 'password_rejected.pwned' }, 'x', null, {}])).toEqual([
    { code: 'password_rejected.pwned' },
  ]);
});
