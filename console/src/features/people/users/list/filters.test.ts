import { expect, test } from 'vitest';
import { dropInvalidFilters, type FilterName, filterNames, filterOf, isSameFilter, paramsOf } from './filters.ts';

const list = (given: Partial<Record<FilterName, string[]>>, search?: string) => ({
  // Every name is present, as in the list state.
  filters: { ...Object.fromEntries(filterNames.map((name) => [name, []])), ...given } as Record<FilterName, string[]>,
  query: { search, page: '1', page_size: '20' },
});

test('filters are converted to the API format and back to the URL', () => {
  const filter = filterOf(list({ isSuspended: ['true'], roleId: ['a', 'b'], lastSignInTo: ['-90d'] }, '%50% off%'));
  expect(filter).toEqual({ isSuspended: 'true', roleId: ['a', 'b'], lastSignInTo: '-90d', search: '%50% off%' });
  expect(paramsOf(filter)).toEqual({
    isSuspended: 'true',
    roleId: ['a', 'b'],
    lastSignInTo: '-90d',
    search: '50% off',
  });
});

test('ignores invalid filters', () => {
  const { filters } = list({
    isSuspended: ['maybe'],
    createdFrom: ['yesterday'],
    hasMfa: ['true', 'false'],
    roleId: ['a'],
  });
  expect(dropInvalidFilters(filters)).toEqual(list({ roleId: ['a'] }).filters);
});

test('the order of values does not change a filter', () => {
  expect(isSameFilter({ hasMfa: 'true', roleId: ['a', 'b'] }, { roleId: ['b', 'a'], hasMfa: 'true' })).toBe(true);
  expect(isSameFilter({ roleId: 'a' }, { roleId: ['a'] })).toBe(true);
  expect(isSameFilter({}, { hasMfa: 'true' })).toBe(false);
});
