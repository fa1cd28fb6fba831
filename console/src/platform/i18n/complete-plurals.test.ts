import { expect, test } from 'vitest';
import { completePlurals } from './complete-plurals.ts';

test('a missing plural form is the general one', () => {
  const phrases = { users: { count_one: '{{count}} user', count_other: '{{count}} users', title: 'Users' } };
  expect(completePlurals('pl', phrases)).toEqual({
    users: {
      count_one: '{{count}} user',
      count_few: '{{count}} users',
      count_many: '{{count}} users',
      count_other: '{{count}} users',
      title: 'Users',
    },
  });
  expect(completePlurals('ja', { steps: ['a', 'b'], a_other: 'all' })).toEqual({ steps: ['a', 'b'], a_other: 'all' });
});
