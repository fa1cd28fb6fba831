import { expect, test } from 'vitest';
import { englishFiles, languageCodes, namesIn } from './files.mjs';
import { flatten } from './read-phrases.ts';

test('names texts by their path', () => {
  expect([...flatten({ a: { b: 'x', c: ['y', 'z'] } })]).toEqual([
    ['a.b', 'x'],
    ['a.c.0', 'y'],
    ['a.c.1', 'z'],
  ]);
});

test('English is beside its slice, and its name is that of the translations', () => {
  const files = englishFiles();
  expect(files.get('records.webhooks')).toBe('console/src/features/records/webhooks/phrases.en.json');
  expect(files.get('people.user-list')).toBe('console/src/features/people/users/user-list.phrases.en.json');
  expect(files.get('platform.list')).toBe('console/src/platform/list/phrases.en.json');
  expect(files.get('access.oidc.server')).toBe('server/src/features/access/oidc/pages/phrases.en.json');
  expect(languageCodes()).toHaveLength(17);
  expect(namesIn('de')).toContain('records.webhooks');
});
