import { type LogOutcome, logFilterShape } from '@postern/contracts/records/audit';
import { type ListState, useListState } from '#platform/list/list-state.ts';

/** The URL uses the names of the API. Times may also be relative, such as `-7d`, so that a link stays current. */
export const filterNames = [
  'logKey',
  'actorId',
  'objectKind',
  'objectId',
  'outcome',
  'userId',
  'applicationId',
  'organizationId',
  'start_time',
  'end_time',
] as const;
export type FilterName = (typeof filterNames)[number];

export type LogFilters = ListState<FilterName>;

const relative = /^-(\d{1,4})d$/;
const dayMs = 86_400_000;

const isTime = (name: FilterName) => name === 'start_time' || name === 'end_time';

const isValid = (name: FilterName, value: string | undefined) =>
  value !== undefined &&
  ((isTime(name) && relative.test(value)) || (value !== '' && logFilterShape[name].safeParse(value).success));

/** The API refuses a range that ends before it begins. */
function isBackwards({ start_time: [start], end_time: [end] }: Record<FilterName, string[]>): boolean {
  const now = Date.now();
  return start !== undefined && end !== undefined && Number(timeOf(start, now)) >= Number(timeOf(end, now));
}

/** Ignores invalid filters, so that a mistyped link still opens, and filters that this list does not offer. */
export function validFilters(
  filters: Partial<Record<FilterName, string[]>>,
  names: readonly FilterName[],
): Record<FilterName, string[]> {
  const entries = filterNames.map((name) => {
    const [value] = filters[name] ?? [];
    return [name, names.includes(name) && value !== undefined && isValid(name, value) ? [value] : []];
  });
  // Built from the names themselves, so each one is present.
  const valid = Object.fromEntries(entries) as Record<FilterName, string[]>;
  return isBackwards(valid) ? { ...valid, end_time: [] } : valid;
}

export function useLogFilters(names: readonly FilterName[]): LogFilters {
  const list = useListState(filterNames);
  const filters = validFilters(list.filters, names);
  return { ...list, filters, isFiltered: filterNames.some((name) => filters[name].length > 0) };
}

/** Relative times are rounded to the minute, so that the same query is asked again and not a new one. */
const timeOf = (value: string, now: number) => {
  const days = relative.exec(value)?.[1];
  return days === undefined ? value : String(Math.floor(now / 60_000) * 60_000 - Number(days) * dayMs);
};

export type LogQuery = Partial<Record<Exclude<FilterName, 'outcome'>, string>> & { outcome?: LogOutcome };

/** The filters as query parameters of the API. The list has ignored invalid ones. */
export function queryOf(filters: Record<FilterName, string[]>, now = Date.now()): LogQuery {
  const entries = filterNames.flatMap((name) => {
    const [value] = filters[name];
    if (value === undefined || !isTime(name)) {
      return value === undefined ? [] : [[name, value]];
    }
    const time = timeOf(value, now);
    // The list ends before the time in the URL, the API after it.
    return [[name, name === 'end_time' ? String(Math.max(0, Number(time) - 1)) : time]];
  });
  // Built from the names of the filters, and `outcome` is one that the contract allows.
  return Object.fromEntries(entries) as LogQuery;
}

/** The server counts up to the next step after the page. */
export const capOf = (page: string, step: number, size = 20) => Math.ceil((Number(page) * size + 1) / step) * step - 1;
