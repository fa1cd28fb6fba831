import { expect, test } from 'vitest';
import { mergeEmails, parseEmails } from './parse-emails.ts';

test('addresses are separated by spaces, line breaks, commas and semicolons', () => {
  expect(parseEmails(' a@x.example, b@x.example;c@x.example\nd@x.example ')).toEqual({
    emails: ['a@x.example', 'b@x.example', 'c@x.example', 'd@x.example'],
    invalid: [],
  });
});

test('reports invalid addresses separately', () => {
  expect(parseEmails('a@x.example nobody')).toEqual({ emails: ['a@x.example'], invalid: ['nobody'] });
  expect(parseEmails('  ')).toEqual({ emails: [], invalid: [] });
});

test('keeps each address once, at its first position and spelling', () => {
  expect(mergeEmails(['Ada@x.example'], ['b@x.example', 'ada@X.example', 'b@x.example'])).toEqual([
    'Ada@x.example',
    'b@x.example',
  ]);
});
