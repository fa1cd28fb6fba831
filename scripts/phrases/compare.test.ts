import { expect, test } from 'vitest';
import { compare, findMissing } from './compare.ts';

const texts = (record: Record<string, string>) => new Map(Object.entries(record));

test('finds missing, unknown and empty texts', () => {
  const english = texts({ title: 'Users', help: 'People who can sign in.', more: 'More' });
  const german = texts({ title: 'Benutzer', more: ' ', old: 'Alt' });
  expect(findMissing('de', english, german)).toEqual([
    { key: 'help', english: 'People who can sign in.', problem: 'is missing' },
  ]);
  expect(compare('de', english, german)).toEqual([
    { key: 'more', english: 'More', problem: 'is empty' },
    { key: 'old', problem: 'is not in English' },
  ]);
});

test('a language has exactly its plural forms', () => {
  const english = texts({ count_one: '{{count}} user', count_other: '{{count}} users' });
  expect(compare('ja', english, texts({ count_other: '{{count}} 人' }))).toEqual([]);
  expect(compare('ja', english, texts({ count_one: '{{count}} 人', count_other: '{{count}} 人' }))).toEqual([
    { key: 'count_one', problem: 'is not in English' },
  ]);
  const polish = texts({ count_one: '{{count}} użytkownik', count_other: '{{count}} użytkownika' });
  expect(findMissing('pl', english, polish).map(({ key }) => key)).toEqual(['count_few', 'count_many']);
});

test('a form for one or two may leave out the number, another may not', () => {
  const english = texts({ count_one: '{{count}} user', count_other: '{{count}} users' });
  const own = { count_zero: 'x', count_one: 'x', count_two: 'x', count_few: 'x', count_many: '{{count}} x' };
  expect(compare('ar', english, texts({ ...own, count_other: '{{number}} x' }))).toEqual([
    { key: 'count_few', english: '{{count}} users', problem: 'has nothing where English has {{count}}' },
    { key: 'count_other', english: '{{count}} users', problem: 'has {{number}} where English has {{count}}' },
  ]);
});

test('a copied English sentence is no translation, a shared name is one', () => {
  const english = texts({ name: 'Google One Tap', help: 'People who can sign in.' });
  expect(compare('de', english, english)).toEqual([
    { key: 'help', english: 'People who can sign in.', problem: 'is the English text: translate or remove it' },
  ]);
});

test('a key that only looks like a plural form is an ordinary one', () => {
  expect(compare('ja', texts({ level_one: 'First' }), texts({ level_one: '一' }))).toEqual([]);
});

test('names, tags and code are those of English', () => {
  const english = texts({
    a: 'See <link>the guide</link>.',
    b: 'Set `scope`.',
    c: '{{app}} asks {{name}}.',
    d: 'Done',
  });
  const wrong = texts({ a: 'Siehe <b>Anleitung</b>.', b: 'Setze scope.', c: '{{name}} wird gefragt.', d: 'Fertig!' });
  expect(compare('de', english, wrong).map(({ problem }) => problem)).toEqual([
    'has </b> <b> where English has </link> <link>',
    'has not as much code between backticks as English',
    'has {{name}} where English has {{app}} {{name}}',
    'has an exclamation mark',
  ]);
  expect(
    compare('de', texts({ c: '{{app}} asks {{name}}.' }), texts({ c: '{{name}}?' }), { mayOmitNames: true }),
  ).toEqual([]);
});
