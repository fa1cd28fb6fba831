import { readFileSync } from 'node:fs';
import type { UserInfo } from '@postern/contracts/experience/guessable';
import type { PasswordPolicy } from '@postern/contracts/experience/sign-in-experience';
import { describe, expect, test } from 'vitest';
import { isCommonPassword } from './common-passwords.ts';
import { checkPassword } from './policy.ts';

const check = (password: string, policy: PasswordPolicy = {}, user: UserInfo = {}) =>
  checkPassword(password, policy, user).map(({ code, interpolation }) =>
    interpolation ? [code, interpolation] : code,
  );
const rejected = (name: string, interpolation?: Record<string, number>) =>
  interpolation ? [`password_rejected.${name}`, interpolation] : `password_rejected.${name}`;

describe('1. length', () => {
  test.each([
    ['kW9$rTz', {}, [rejected('too_short', { min: 8 })]],
    ['kW9$rTzm', {}, []],
    ['kW9$', { length: { min: 5 } }, [rejected('too_short', { min: 5 })]],
    ['kW9$rTzmQ', { length: { min: 1, max: 8 } }, [rejected('too_long', { max: 8 })]],
    ['kW9$rTzm', { length: { min: 1, max: 8 } }, []],
  ])('%s under %j', (password, policy, issues) => expect(check(password, policy)).toEqual(issues));

  const long = 'kW9$rTzmQ!'.repeat(26);
  test('accepts 256 characters and rejects 257', () => {
    expect(check(long.slice(0, 256))).toEqual([]);
    expect(check(long.slice(0, 257))).toEqual([rejected('too_long', { max: 256 })]);
  });

  test('reports too short before too long for a contradictory policy', () => {
    expect(check('kW9$', { length: { min: 6, max: 2 } })).toEqual([rejected('too_short', { min: 6 })]);
  });
});

describe('2. character types', () => {
  const strict = { characterTypes: { min: 4 } };
  test.each([
    ['kwqrtzmp', 1, []],
    ['kwqrtzmp', 2, [rejected('character_types', { min: 2 })]],
    ['KWQRTZMP', 2, [rejected('character_types', { min: 2 })]],
    ['29384756', 2, [rejected('character_types', { min: 2 })]],
    ['kwqrTzmp', 2, []],
    ['kwqr7zmp', 2, []],
    ['kwqr zmp', 2, []],
    ['kWqr7zmp', 3, []],
    ['kWqr7zmp', 4, [rejected('character_types', { min: 4 })]],
    ['kWqr7z_p', 4, []],
  ])('%s with %i types', (password, min, issues) =>
    expect(check(password, { characterTypes: { min } })).toEqual(issues),
  );

  test.each([...'!"#$%&\'()*+,-./:;<=>?@[\\]^_`{|}~ '])('%s is a symbol', (symbol) =>
    expect(check(`kWqr7zm${symbol}`, strict)).toEqual([]),
  );

  test.each(['ä', '€', 'ß', 'Ж', '密', '😀', '\t', '\n', '\u00a0', '\u200b', '\u007f'])(
    '%j is unsupported, and types are not counted',
    (other) => expect(check(`kwqrtzmp${other}`, strict)).toEqual([rejected('unsupported_characters')]),
  );
});

describe('3. common passwords', () => {
  test.each(['starwars', 'StarWars', 'helloworld', 'sunflower'])('%s', (password) =>
    expect(check(password)).toEqual([rejected('pwned')]),
  );
  test('rejects at least the 3,000 most common ones of eight characters', () => {
    const source = readFileSync(new URL('./common-passwords.ts', import.meta.url), 'utf8');
    const [, list = ''] = /`([^`]+)`/.exec(source) ?? [];
    const long = list.split(/\s+/).filter((word) => word.length >= 8);
    expect(long.length).toBeGreaterThan(3000);
    expect(long.filter((word) => !isCommonPassword(word) || !isCommonPassword(word.toUpperCase()))).toEqual([]);
  });
  test('but no part of one, and no two of them', () => {
    expect(['starwar', 'tarwars', 'starwars sunflower', '12345678 ', ''].filter(isCommonPassword)).toEqual([]);
  });
  test('unless the policy allows them', () => expect(check('starwars', { rejects: { pwned: false } })).toEqual([]));
});

describe('4. guessable passwords', () => {
  const [repetition, sequence, words, userInfo] = [
    rejected('restricted.repetition'),
    rejected('restricted.sequence'),
    rejected('restricted.words'),
    rejected('restricted.user_info'),
  ];
  const without = (rejects: PasswordPolicy['rejects']) => ({ rejects: { pwned: false, ...rejects } });

  describe('repetition', () => {
    test.each([
      ['aaaaaaaa', [repetition]],
      ['aaabbbcc', [repetition]],
      ['!!!!!!!!', [repetition]],
      ['aaaaaaxy', [repetition]],
      ['aaaaakwq', []],
      ['aabbccdd', []],
    ])('%s', (password, issues) => expect(check(password, without({}))).toEqual(issues));
    test('unless the policy allows it', () =>
      expect(check('aaaaaaaa', without({ repetitionAndSequence: false }))).toEqual([]));
  });

  describe('sequence', () => {
    test.each([
      ['01234567', [sequence]],
      ['98765432', [sequence]],
      ['abcdefgh', [sequence]],
      ['ABCDEFGH', [sequence]],
      ['hgfedcba', [sequence]],
      ['qwertyui', [sequence]],
      ['POIUYTRE', [sequence]],
      ['asdfghjk', [sequence]],
      ['zxcvbnmx', [sequence]],
      ['mnbvcxzm', [sequence]],
      ['1qaz2wsx', [sequence]],
      ['3edc4rfv', [sequence]],
      ['5tgb6yhn', [sequence]],
      ['7ujm8ik9ol', [sequence]],
      ['zaq1xsw2', [sequence]],
      ['abc123def', [sequence]],
      ['aBcDeFgH', []],
      ['ab12cd34', []],
      ['acegikmo', []],
    ])('%s', (password, issues) => expect(check(password, without({}))).toEqual(issues));
    test('unless the policy allows it', () =>
      expect(check('abcdefgh', without({ repetitionAndSequence: false }))).toEqual([]));
  });

  describe('words of the policy', () => {
    const acme = without({ words: ['acme', 'Postern'] });
    test.each([
      ['acmeacme', [words]],
      ['ACMEpostern', [words]],
      ['acmeacmexy', [words]],
      ['acmexkwq', []],
      ['kacmezkp', []],
    ])('%s', (password, issues) => expect(check(password, acme)).toEqual(issues));
    test('an empty word matches nothing', () => expect(check('kWq7zmrt', without({ words: [''] }))).toEqual([]));
  });

  describe('user data', () => {
    const ada: UserInfo = {
      name: 'Ada Lovelace',
      username: 'countess',
      email: 'enchanting@numbers.example',
      phone: '4915112345678',
    };
    test.each([
      ['Ada Lovelace', [userInfo]],
      ['adalovelace', [userInfo]],
      ['lovelace!', [userInfo]],
      ['LOVELACEada', [userInfo]],
      ['countess', [userInfo]],
      ['COUNTESS12', [userInfo]],
      ['enchanting', [userInfo]],
      ['4915112345678', [sequence, userInfo]],
      ['numbers.example', []],
      ['lovelace kept', []],
    ])('%s', (password, issues) => expect(check(password, without({}), ada).sort()).toEqual(issues));
    test('unless the policy allows it', () => expect(check('lovelace', without({ userInfo: false }), ada)).toEqual([]));
    test('is empty for a new user', () =>
      expect(check('lovelace', without({}), { name: null, username: null, email: null, phone: null })).toEqual([]));
  });

  describe('the number of unrestricted characters', () => {
    test('three are enough, two are not', () => {
      expect(check('aaaaakwq', without({}))).toEqual([]);
      expect(check('aaaaaakw', without({}))).toEqual([repetition]);
    });
    test('can be at any position', () => expect(check('kaaawaaaq', without({}))).toEqual([]));
    test('one is enough in a very short password', () => {
      expect(check('aaak', { ...without({}), length: { min: 1 } })).toEqual([repetition]);
      expect(check('k', { ...without({}), length: { min: 1 } })).toEqual([]);
      expect(check('kw', { ...without({}), length: { min: 1 } })).toEqual([]);
    });
    test('reports every reason', () =>
      expect(check('aaa1234acmeada', without({ words: ['acme'] }), { name: 'Ada' }).sort()).toEqual(
        [repetition, sequence, words, userInfo].sort(),
      ));
  });
});

test('reports all rules together', () => {
  expect(check('1111', { characterTypes: { min: 2 } })).toEqual([
    rejected('too_short', { min: 8 }),
    rejected('character_types', { min: 2 }),
    rejected('restricted.repetition'),
  ]);
});

test('rejects a password of a megabyte before scanning it', () => {
  expect(check('a'.repeat(1_000_000), {}, { name: 'a'.repeat(128) })).toEqual([rejected('too_long', { max: 256 })]);
});
