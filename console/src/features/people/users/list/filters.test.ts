import { expect, test } from 'vitest';
import { dropNonsense, type FilterName, filterNames, filterOf, isSameFilter, paramsOf } from './filters.ts';

const list = (given: Partial<Record<FilterName, string[]>>, search?: string) => ({
  // Every name is there, as the list state gives them.
  filters: { ...Object.fromEntries(filterNames.map((name) => [name, []])), ...given } as Record<FilterName, string[]>,
  query: { search, page: '1', page_size: '20' },
});

test('filters go to the wire and come back to the address', () => {
  const filter = filterOf(list({ isSuspended: ['true'], roleId: ['a', 'b'], lastSignInTo: ['-90d'] }, '%50% off%'));
  expect(filter).toEqual({ isSuspended: 'true', roleId: ['a', 'b'], lastSignInTo: '-90d', search: '%50% off%' });
  expect(paramsOf(filter)).toEqual({
    isSuspended: 'true',
    roleId: ['a', 'b'],
    lastSignInTo: '-90d',
    search: '50% off',
  });
});

test('what no filter can be is left out', () => {
  const { filters } = list({
    isSuspended: ['maybe'],
    createdFrom: ['yesterday'],
    hasMfa: ['true', 'false'],
    roleId: ['a'],
  });
  expect(dropNonsense(filters)).toEqual(list({ roleId: ['a'] }).filters);
});

test('order makes no other filter', () => {
  expect(isSameFilter({ hasMfa: 'true', roleId: ['a', 'b'] }, { roleId: ['b', 'a'], hasMfa: 'true' })).toBe(true);
  expect(isSameFilter({ roleId: 'a' }, { roleId: ['a'] })).toBe(true);
  expect(isSameFilter({}, { hasMfa: 'true' })).toBe(false);
});
