import { UserFilter, UserSort } from '@postern/contracts/people/user-filter';
import { type ListState, useListState } from '#platform/list/list-state.ts';
import type { SearchParams } from '#platform/router/page-path.ts';

/** The URL uses the names of the API. */
export const filterNames = [
  'isSuspended',
  'applicationId',
  'roleId',
  'createdFrom',
  'createdTo',
  'lastSignInFrom',
  'lastSignInTo',
  'neverSignedIn',
  'hasPassword',
  'hasEmail',
  'hasPhone',
  'hasIdentity',
  'hasMfa',
] as const;
export type FilterName = (typeof filterNames)[number];

export type UsersList = ListState<FilterName>;

const oneOrMany = (values: string[]) => (values.length > 1 ? values : values[0]);

/** Ignores invalid filters, so that a mistyped link or one of another release still opens. */
export function dropInvalidFilters(filters: UsersList['filters']): UsersList['filters'] {
  const entries = filterNames.map((name) => [
    name,
    UserFilter.shape[name].safeParse(oneOrMany(filters[name])).success ? filters[name] : [],
  ]);
  // Built from the names themselves, so each one is present.
  return Object.fromEntries(entries) as UsersList['filters'];
}

export function useUsersList(): UsersList {
  const list = useListState(filterNames);
  const filters = dropInvalidFilters(list.filters);
  const isFiltered = list.search !== '' || filterNames.some((name) => filters[name].length > 0);
  return { ...list, filters, isFiltered };
}

/** The filters of the list, as they are sent and stored. */
export function filterOf({ filters, query }: Pick<UsersList, 'filters' | 'query'>): UserFilter {
  const entries = filterNames.flatMap((name) => {
    const value = oneOrMany(filters[name]);
    return value === undefined ? [] : [[name, value]];
  });
  const search = typeof query.search === 'string' ? { search: query.search.slice(0, 1024) } : {};
  // `dropInvalidFilters` validated each value with the schema of its name.
  return { ...search, ...Object.fromEntries(entries) } as UserFilter;
}

export const sortOf = ({ sort }: Pick<UsersList, 'sort'>): UserSort => UserSort.safeParse(sort).data;

/** A filter as query parameters of the list. */
export function paramsOf({ search, ...filter }: UserFilter): SearchParams {
  return { ...filter, search: search?.replace(/^%(.*)%$/s, '$1') };
}

const sorted = (filter: UserFilter) =>
  JSON.stringify(
    Object.entries(filter)
      .map(([name, value]) => [name, [value].flat().sort()])
      .sort(),
  );

export const isSameFilter = (one: UserFilter, two: UserFilter) => sorted(one) === sorted(two);
