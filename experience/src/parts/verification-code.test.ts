import { expect, test } from 'vitest';
import { readDigits, writeDigit } from './verification-code.ts';

test.each([
  ['123456', '123456'],
  [' 123-456 ', '123456'],
  ['Your code: 407 123.', '407123'],
  ['٤٠٧١٢٣', '407123'],
  ['４０７１２３', '407123'],
  ['1234567', '123456'],
  ['none', ''],
])('%s contains the digits %s', (text, digits) => {
  expect(readDigits(text)).toBe(digits);
});

test('inserts a digit at the caret', () => {
  expect(writeDigit('407', 3)).toEqual({ text: '407', caret: 3 });
  expect(writeDigit('4907', 2)).toEqual({ text: '4907', caret: 2 });
  expect(writeDigit('40x7', 3)).toEqual({ text: '407', caret: 2 });
});

test('overwrites the next digit when the row is full', () => {
  expect(writeDigit('1923456', 2)).toEqual({ text: '193456', caret: 2 });
  expect(writeDigit('1234567', 7)).toEqual({ text: '123456', caret: 6 });
});
