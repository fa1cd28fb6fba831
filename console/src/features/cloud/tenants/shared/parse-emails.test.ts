import { expect, test } from 'vitest';
import { mergeEmails, parseEmails } from './parse-emails.ts';

test('addresses come apart at spaces, lines, commas and semicolons', () => {
  expect(parseEmails(' a@x.example, b@x.example;c@x.example\nd@x.example ')).toEqual({
    emails: ['a@x.example', 'b@x.example', 'c@x.example', 'd@x.example'],
    invalid: [],
  });
});

test('what is no address is told apart', () => {
  expect(parseEmails('a@x.example nobody')).toEqual({ emails: ['a@x.example'], invalid: ['nobody'] });
  expect(parseEmails('  ')).toEqual({ emails: [], invalid: [] });
});

test('an address stands in the list once, where and as it was first written', () => {
  expect(mergeEmails(['Ada@x.example'], ['b@x.example', 'ada@X.example', 'b@x.example'])).toEqual([
    'Ada@x.example',
    'b@x.example',
  ]);
});
