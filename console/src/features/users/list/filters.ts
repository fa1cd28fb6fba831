import { UserFilter, UserSort } from '@postern/contracts/user-filter';
import type { ListState } from '#platform/list/list-state.ts';
import type { SearchParams } from '#platform/router/page-path.ts';

/** In the address they have the names of the wire. */
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

/** The filters of an address, as they are sent and kept. What no filter can be is left out: an old link still opens. */
export function filterOf({ filters, query }: Pick<UsersList, 'filters' | 'query'>): UserFilter {
  const entries = filterNames.flatMap((name) => {
    const values = filters[name];
    const value = values.length > 1 ? values : values[0];
    return value !== undefined && UserFilter.shape[name].safeParse(value).success ? [[name, value]] : [];
  });
  const search = typeof query.search === 'string' ? { search: query.search.slice(0, 1024) } : {};
  // Each value was checked by the schema of its name.
  return { ...search, ...Object.fromEntries(entries) } as UserFilter;
}

export const sortOf = ({ sort }: Pick<UsersList, 'sort'>): UserSort => UserSort.safeParse(sort).data;

/** A filter as the address of the list holds it. */
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
