import { expect, test } from 'vitest';
import { callingCodeOf, isRegion, listRegions, printPhone, readPhone } from './phone-numbers.ts';

test.each([
  ['0151 23456789', 'DE', '4915123456789'],
  ['+49 (0)151 23456789', 'US', '4915123456789'],
  ['1 (555) 010-0199', 'US', '15550100199'],
  ['06 1234 5678', 'IT', '390612345678'],
  ['06 30 123 4567', 'HU', '36301234567'],
  ['8 912 345 67 89', 'RU', '79123456789'],
  ['011 15 2345 6789', 'AR', '5491123456789'],
  ['(555) 010-0199', 'US', '15550100199'],
  ['+44 1632 960123', 'DE', '441632960123'],
  ['0044 1632 960123', 'DE', '441632960123'],
  ['٠١٥١ ٢٣٤٥٦٧٨٩', 'DE', '4915123456789'],
])('%s typed with the country %s is +%s', (typed, region, digits) => {
  expect(readPhone(typed, region)).toBe(digits);
});

test.each(['', 'call me', '12', '+999 123456', '1234567890123456789'])(
  '"%s" is not a number of any country',
  (typed) => {
    expect(readPhone(typed, 'DE')).toBeUndefined();
  },
);

test.each([
  ['4915123456789', '+49 1512 3456789'],
  ['46701740635', '+46 70 174 06 35'],
  ['15550100199', '+1 555 010 0199'],
  ['33612345678', '+33 6 12 34 56 78'],
])('%s is shown as %s and parsed back the same', (digits, shown) => {
  expect(printPhone(digits)).toBe(shown);
  expect(readPhone(shown, 'US')).toBe(digits);
});

test.each(['1234', '999123456', '4906933712268'])('%s matches no country and is shown ungrouped', (digits) => {
  expect(printPhone(digits)).toBe(`+${digits}`);
});

test('lists regions by localized name in the order of the language', () => {
  const regions = listRegions('de');
  expect(regions.length).toBeGreaterThan(200);
  expect(regions.find(({ region }) => region === 'DE')).toEqual({ region: 'DE', name: 'Deutschland', code: '49' });
  const names = regions.map(({ name }) => name);
  expect(names.indexOf('Österreich')).toBeGreaterThan(names.indexOf('Norwegen'));
  expect(names.indexOf('Österreich')).toBeLessThan(names.indexOf('Panama'));
});

test('a region has its calling code', () => {
  expect((['US', 'DE', 'GB', 'DO'] as const).map(callingCodeOf)).toEqual(['1', '49', '44', '1']);
  expect(isRegion('XX')).toBe(false);
});
