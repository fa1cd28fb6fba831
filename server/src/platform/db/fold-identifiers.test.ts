import { expect, test } from 'vitest';
import { phoneKey, phoneVariants } from './fold-identifiers.ts';

test('ignores the trunk prefix zero', () => {
  expect(phoneKey('4906933712268')).toBe('496933712268');
  expect(phoneKey('496933712268')).toBe('496933712268');
  expect(phoneVariants('496933712268')).toEqual(['496933712268', '4906933712268']);
  expect(phoneVariants('4906933712268')).toEqual(['4906933712268', '496933712268']);
});

test('keeps the zero in countries where it is part of the number', () => {
  expect(phoneKey('390612345678')).toBe('390612345678');
  expect(phoneVariants('390612345678')).toEqual(['390612345678']);
});

test.each(['1234567890', '1', '99999999999999999999999', 'ada', ''])('leaves %s unchanged', (phone) => {
  expect(phoneKey(phone)).toBe(phone);
  expect(phoneVariants(phone)[0]).toBe(phone);
});
