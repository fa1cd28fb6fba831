import { expect, test } from 'vitest';
import { callingCodeOf, likelyRegion, listRegions } from './calling-codes.ts';

test('a region has its calling code', () => {
  expect(['US', 'DE', 'GB', 'DO'].map(callingCodeOf)).toEqual(['1', '49', '44', '1']);
  expect(callingCodeOf('XX')).toBeUndefined();
});

test.each([
  [['de-AT', 'en'], 'AT'],
  [['de'], 'DE'],
  [['not a tag', 'fr'], 'FR'],
  [[], 'US'],
])('%j makes %s likely', (languages, region) => {
  expect(likelyRegion(languages)).toBe(region);
});

test('regions are listed in the words and the order of the language', () => {
  const regions = listRegions('de');
  expect(regions.length).toBeGreaterThan(200);
  expect(regions.find(({ region }) => region === 'DE')).toEqual({ region: 'DE', name: 'Deutschland', code: '49' });
  expect(regions.findIndex(({ region }) => region === 'AT')).toBeGreaterThan(
    regions.findIndex(({ region }) => region === 'DE'),
  );
});
