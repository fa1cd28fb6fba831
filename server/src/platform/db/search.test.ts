import { describe, expect, test } from 'vitest';
import { narrowingPatterns, readSearch } from './search.ts';

const fields = ['id', 'primaryEmail', 'name'];
const read = (query: Record<string, string | string[]>) => readSearch(query, fields);
const one = (columns: string[], values: string[], mode = 'like') => ({ columns, values, mode });

describe('reads a search', () => {
  test('returns undefined without a search parameter', () => {
    expect(read({})).toBeUndefined();
    expect(read({ mode: 'exact', joint: 'and', isCaseSensitive: '1' })).toBeUndefined();
  });

  test('searches all fields or one field, in camelCase or snake_case', () => {
    expect(read({ search: '%a%' })).toEqual({
      terms: [one(['id', 'primary_email', 'name'], ['%a%'])],
      joint: 'or',
      isCaseSensitive: false,
    });
    expect(read({ 'search.primaryEmail': 'x' })?.terms).toEqual([one(['primary_email'], ['x'])]);
    expect(read({ 'search.primary_email': 'x' })?.terms).toEqual([one(['primary_email'], ['x'])]);
  });

  test.each(['search.passwordEncrypted', 'search.name.first', 'mode.passwordEncrypted', 'search.'])(
    'rejects a field that cannot be searched: %s',
    (key) => {
      expect(() => read({ search: '%', [key]: 'like' })).toThrow(
        expect.objectContaining({ code: 'request.invalid_input' }),
      );
    },
  );

  test('mode applies to all fields, mode.{field} to one field', () => {
    expect(read({ search: 'a', 'search.name': 'b', mode: 'exact', 'mode.name': 'posix' })?.terms).toEqual([
      one(['id', 'primary_email', 'name'], ['a'], 'exact'),
      one(['name'], ['b'], 'posix'),
    ]);
  });

  test('exact accepts several values, including an empty one', () => {
    expect(read({ search: ['a', 'b'], mode: 'exact' })?.terms[0]?.values).toEqual(['a', 'b']);
    expect(read({ 'search.name': '', mode: 'exact' })?.terms[0]?.values).toEqual(['']);
  });

  test.each([
    ['joint', 'and'],
    ['jointMode', 'and'],
  ])('%s joins terms', (name, value) => expect(read({ search: 'a', [name]: value })?.joint).toBe('and'));

  test.each(['1', 'true', 'TRUE', 'y', 'yes', 'yep', 'yeah'])('isCaseSensitive=%s', (value) =>
    expect(read({ search: 'a', isCaseSensitive: value })?.isCaseSensitive).toBe(true),
  );
  test.each(['0', 'false', 'no', 'n', ''])('isCaseSensitive=%s is false', (value) =>
    expect(read({ search: 'a', isCaseSensitive: value })?.isCaseSensitive).toBe(false),
  );
});

describe('rejects a search', () => {
  test.each<Record<string, string | string[]>>([
    { search: '' },
    { search: ['a', 'b'] },
    { search: 'a', mode: 'fuzzy' },
    { search: 'a', mode: ['like', 'exact'] },
    { 'search.name': 'a', 'mode.name': 'fuzzy' },
    { search: 'a', joint: 'xor' },
    { search: 'a', mode: 'similar_to' },
    { search: ['a', 'b'], mode: 'posix' },
  ])('%j', (query) =>
    expect(() => read(query)).toThrow(
      expect.objectContaining({
        code: 'request.invalid_input',
        options: expect.objectContaining({ details: expect.any(String) }),
      }),
    ),
  );

  test('accepts similar_to only if case-sensitive', () => {
    expect(read({ search: 'a', mode: 'similar_to', isCaseSensitive: 'true' })?.terms[0]?.mode).toBe('similar_to');
  });
});

describe('expressions that could overload the database are rejected (attack 36)', () => {
  test.each([
    '(a*)*\\1',
    '(.)(.)(.)\\3\\2\\1',
    '((a{1,255}){1,255}){1,255}',
    '(x{32}){32}',
    '(a{1,1001})',
    '(x*y*z*){200}$',
    '((x?y?z?){12}){12}',
    '([)(]x?){150}',
    '([](x]x?){150}',
    '([[:alpha:]([.].]]x?){150}',
    '(?=(x?y?){150})',
    '(?x)((a{ 100}){ 100}){ 100}',
    '(?b)\\(\\(x\\{100\\}\\)\\{100\\}\\)\\{100\\}',
    '***:(?x)(x{ 200}){ 200}',
    '(x*y*z*)(?#){200}',
    '(^|x|$){85}',
    '(\\m|\\M|x*){80}',
    'a'.repeat(257),
  ])('%s', (pattern) => {
    for (const mode of ['posix', 'similar_to']) {
      expect(() => read({ search: pattern, mode, isCaseSensitive: 'true' })).toThrow(
        expect.objectContaining({ code: 'request.invalid_input' }),
      );
    }
  });

  test('also if several fields have one each', () => {
    const fields = { 'search.id': 'x{90}', 'search.name': 'y{90}', 'search.primaryEmail': 'z{90}' };
    expect(() => read({ ...fields, mode: 'posix' })).toThrow(
      expect.objectContaining({ code: 'request.invalid_input' }),
    );
    expect(read({ ...fields, 'search.id': 'x{70}', mode: 'posix' })?.terms).toHaveLength(3);
  });

  test.each([
    '^a+b?c*$',
    '(a|b){2,3}@[a-z]{1,63}\\.org',
    '\\mword\\M',
    '\\d{5}',
    '^(?:[a-z0-9]{1,99}\\.)?(?![-.])[^@]{1,99}$',
    '[(]{99}[])]{99}',
  ])('%s is accepted', (pattern) => {
    expect(read({ search: pattern, mode: 'posix' })?.terms[0]?.values).toEqual([pattern]);
  });
});

describe('patterns for the index', () => {
  test.each<[string, string[] | undefined]>([
    ['%beeble%', ['%beeble%']],
    ['beeble%', ['%beeble%']],
    ['%ab%', undefined],
    ['a_beeble%x', ['%beeble%']],
    ['%100\\%sure%', ['%sure%']],
    ['%', undefined],
    ['_____', undefined],
  ])('%s: %s', (value, expected) => {
    const search = read({ search: value });
    expect(search && narrowingPatterns(search)).toEqual(expected);
  });

  test.each<[Record<string, string | string[]>, string[] | undefined]>([
    [{ search: '%beeble%', 'search.name': 'x' }, undefined],
    [{ search: '%beeble%', 'search.name': 'x', joint: 'and' }, ['%beeble%']],
    [{ search: '%beeble%', 'search.name': 'zaphod%' }, ['%beeble%', '%zaphod%']],
    [{ search: '%beeble%', isCaseSensitive: 'true' }, ['%beeble%']],
    [{ search: 'a_b%c', mode: 'exact' }, ['%a\\_b\\%c%']],
    [{ search: ['one', 'two'], mode: 'exact' }, ['%one%', '%two%']],
    [{ search: ['one', ''], mode: 'exact' }, undefined],
    [{ search: 'beeble', mode: 'posix' }, undefined],
    [{ search: Array.from({ length: 21 }, (_, n) => `user${n}`), mode: 'exact' }, undefined],
  ])('%j: %j', (query, expected) => {
    const search = read(query);
    expect(search && narrowingPatterns(search)).toEqual(expected);
  });
});
