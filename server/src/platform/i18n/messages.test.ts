import { errors } from '@postern/contracts/errors';
import { describe, expect, test } from 'vitest';
import { textsIn } from './languages.ts';
import { messageOf, preferredLanguages } from './messages.ts';

describe('preferred languages', () => {
  test.each<[string | undefined, string | undefined, string[]]>([
    [undefined, undefined, []],
    [undefined, 'de', ['de']],
    [undefined, 'en;q=0.5, de;q=0.9, fr', ['fr', 'de', 'en']],
    ['pt-BR', 'de, en', ['pt-BR', 'de', 'en']],
    [undefined, 'de;q=0, en', ['en']],
    [undefined, ' , ;q=1, en', ['en']],
    [undefined, 'de;level=1;q=0.3, en;q=0.4', ['en', 'de']],
    [undefined, 'de;q=nonsense', ['de']],
    [undefined, 'en; q=0.5, de ; q = 0.9', ['de', 'en']],
    [undefined, 'en;q=0.5, de;q=1.2.3', ['de', 'en']],
  ])('locale %j, Accept-Language %j: %j', (locale, header, expected) =>
    expect(preferredLanguages(locale, header)).toEqual(expected),
  );

  test('limits the length of the header', () => {
    expect(preferredLanguages(undefined, 'de,'.repeat(1_000_000)).length).toBeLessThan(200);
  });
});

describe('messages', () => {
  test('fills in values once, not recursively', () => {
    const values = { name: 'Application', id: '{{name}}' };
    expect(messageOf('entity.not_exists_with_id', values, ['en'])).toBe(
      'Application with the ID {{name}} does not exist.',
    );
  });

  test('a missing value leaves no placeholder', () => {
    expect(messageOf('request.invalid_input', undefined, [])).toBe('The input is not valid.');
  });

  test('uses German on request and English otherwise', () => {
    const german = textsIn('de', 'platform.errors', { 'auth.forbidden': 'missing' })['auth.forbidden'];
    expect(messageOf('auth.forbidden', undefined, ['de-CH'])).toBe(german);
    expect(['missing', errors['auth.forbidden'][1]]).not.toContain(german);
    expect(messageOf('auth.forbidden', undefined, ['tlh'])).toBe(errors['auth.forbidden'][1]);
  });
});
