import { expect, test } from 'vitest';
import { fillTexts } from './fill-translations.mjs';

test('a text that a translation lacks is English', () => {
  const english = { title: 'Users', columns: { name: 'Name', email: 'Email' }, steps: ['one', 'two'] };
  expect(fillTexts(english, { title: 'Benutzer', columns: { name: 'Name' } })).toEqual({
    title: 'Benutzer',
    columns: { name: 'Name', email: 'Email' },
    steps: ['one', 'two'],
  });
});

test('a phrase with a number has the forms of one language', () => {
  const english = { users_one: '{{count}} user', users_other: '{{count}} users', rows_one: 'row', rows_other: 'rows' };
  expect(fillTexts(english, { users_other: '{{count}} 人' })).toEqual({
    users_other: '{{count}} 人',
    rows_one: 'row',
    rows_other: 'rows',
  });
});
