import { defaultPageSize } from '@postern/contracts/fields';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import type { SearchParams } from '../router/page-path.ts';
import { containing } from './containing.ts';

export type ListState<Filter extends string> = {
  page: number;
  search: string;
  filters: Record<Filter, string[]>;
  isFiltered: boolean;
  /** A field, prefixed with `-` for descending order; undefined is the default order. */
  sort: string | undefined;
  /** Keys of the selected rows, across pages; or of the excluded rows, if all are selected. */
  selected: readonly string[];
  /** All matching rows are selected, except those in `selected`. */
  isAllSelected: boolean;
  /** Query parameters of a list with advanced search. */
  query: SearchParams & { page: string; page_size: string };
  setPage: (page: number) => void;
  setSearch: (search: string) => void;
  setFilter: (filter: Filter, values: string[]) => void;
  /** Sets several filters in one history entry. */
  setFilters: (filters: Partial<Record<Filter, string[]>>) => void;
  /** Cycles through ascending, descending and default order. */
  cycleSort: (field: string) => void;
  select: (keys: readonly string[]) => void;
  /** Selects or deselects rows; rows of other pages stay as they are. */
  tick: (keys: readonly string[], isTicked: boolean) => void;
  selectAll: () => void;
  clearSelection: () => void;
  clear: () => void;
};

const listOf = (value: string | string[] | undefined) => [value ?? []].flat();

/**
 * Page, search, filters, order and selection of a list. Kept in the URL, so that reload, links and Back preserve them.
 */
export function useListState<const Filter extends string = never>(
  filterNames: readonly Filter[] = [],
): ListState<Filter> {
  const url: SearchParams = useSearch({ strict: false });
  // The router renders a new URL with low priority. Until then, a checkbox would show its previous state again.
  const [ahead, setAhead] = useState<{ from: SearchParams; to: SearchParams }>();
  const params = ahead?.from === url ? ahead.to : url;
  const navigate = useNavigate();
  const change = (next: SearchParams | ((current: SearchParams) => SearchParams), replace: boolean) => {
    const search = (current: SearchParams) => ({ ...current, ...(typeof next === 'function' ? next(current) : next) });
    setAhead((before) => ({ from: url, to: search(before?.from === url ? before.to : url) }));
    void navigate({ to: '.', search, replace });
  };
  const page = Math.max(1, Math.trunc(Number(params.page)) || 1);
  const search = listOf(params.search)[0] ?? '';
  // Built from the names themselves, so each one is present.
  const filters = Object.fromEntries(filterNames.map((name) => [name, listOf(params[name])])) as Record<
    Filter,
    string[]
  >;
  const sort = listOf(params.sort)[0];
  const selected = listOf(params.selected);
  const isAllSelected = params.all === 'true';
  const none = Object.fromEntries(filterNames.map((name) => [name, undefined]));
  const ticked = (keys: readonly string[]) => (keys.length > 0 ? [...keys] : undefined);
  /** A selection of all rows refers to the previous filters, so it is cleared. */
  const narrow = (next: SearchParams) =>
    change({ ...next, page: undefined, ...(isAllSelected ? { all: undefined, selected: undefined } : {}) }, true);
  return {
    page,
    search,
    filters,
    isFiltered: search !== '' || filterNames.some((name) => filters[name].length > 0),
    sort,
    selected,
    isAllSelected,
    query: {
      ...filters,
      sort,
      search: search === '' ? undefined : containing(search),
      page: String(page),
      page_size: String(defaultPageSize),
    },
    setPage: (next) => change({ page: next === 1 ? undefined : String(next) }, false),
    setSearch: (next) => narrow({ search: next || undefined }),
    setFilter: (filter, values) => narrow({ [filter]: values }),
    setFilters: narrow,
    // From the URL: a second click may come before the first one is rendered.
    cycleSort: (field) =>
      change((current) => {
        const before = listOf(current.sort)[0];
        return { sort: before === field ? `-${field}` : before === `-${field}` ? undefined : field, page: undefined };
      }, true),
    select: (keys) => change({ selected: ticked(keys) }, true),
    // From the URL: another row may have been ticked since this one was rendered.
    tick: (keys, isTicked) =>
      change((current) => {
        const elsewhere = listOf(current.selected).filter((key) => !keys.includes(key));
        const isNamed = isTicked !== (current.all === 'true');
        return { selected: ticked(isNamed ? [...elsewhere, ...keys] : elsewhere) };
      }, true),
    selectAll: () => change({ all: 'true', selected: undefined }, true),
    clearSelection: () => change({ all: undefined, selected: undefined }, true),
    clear: () => narrow({ ...none, search: undefined }),
  };
}
