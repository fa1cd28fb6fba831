import type { Paging } from '@postern/contracts/endpoint';
import { defaultPageSize, maxPageSize } from '@postern/contracts/fields';
import { AppError } from '#platform/http/errors';

export type Page = { page: number; size: number; limit: number; offset: number };

function wholeNumber(value: unknown): number {
  const number = typeof value === 'string' && /^\d{1,9}$/.test(value) ? Number(value) : 0;
  if (number < 1) {
    throw new AppError('guard.invalid_pagination');
  }
  return number;
}

/** The requested page, or undefined if the whole list was requested. */
export function readPage(paging: Paging, query: Record<string, unknown>): Page | undefined {
  const { page: rawPage, page_size: rawSize } = query;
  if (paging === 'optional' && rawPage === undefined && rawSize === undefined) {
    return undefined;
  }
  const page = rawPage === undefined ? 1 : wholeNumber(rawPage);
  const size = rawSize === undefined ? defaultPageSize : wholeNumber(rawSize);
  if (size > maxPageSize) {
    throw new AppError('guard.invalid_pagination');
  }
  return { page, size, limit: size, offset: (page - 1) * size };
}

/**
 * The rows of a page in the opposite order of the list, if they are closer to its end: the database then reads from
 * there. Undefined for the first half of the list, and after its end.
 */
export function fromTheEnd({ limit, offset }: Page, total: number): Pick<Page, 'limit' | 'offset'> | undefined {
  const left = total - offset;
  return offset > total / 2 && left > 0
    ? { limit: Math.min(limit, left), offset: Math.max(0, left - limit) }
    : undefined;
}

/** RFC 8288 links to the adjacent pages. Keeps the other query parameters. A capped total has no next and last page. */
export function linkHeader(url: string, { page, size }: Page, total: number, isCapped = false): string {
  const last = Math.max(1, Math.ceil(total / size));
  const address = new URL(url);
  address.searchParams.set('page', '1');
  address.searchParams.set('page_size', String(size));
  // The address is printed once, because that is slow. Now one parameter has this name, and all values are encoded.
  const { origin, pathname, search, hash } = address;
  const [before, after] = search.split(/(?<=[?&]page=)1(?=&|$)/);
  const link = (rel: string, target: number) => `<${origin}${pathname}${before}${target}${after}${hash}>; rel="${rel}"`;
  return [
    link('first', 1),
    ...(page > 1 ? [link('prev', isCapped ? page - 1 : Math.min(page - 1, last))] : []),
    ...(page < last && !isCapped ? [link('next', page + 1)] : []),
    ...(isCapped ? [] : [link('last', last)]),
  ].join(', ');
}

export type Sort<Field extends string> = { field: Field; direction: 'asc' | 'desc' };

/** `-name` sorts by name in descending order. */
export function readSort<Field extends string>(value: Field | `-${Field}` | undefined): Sort<Field> | undefined {
  if (value === undefined) {
    return undefined;
  }
  // The contract accepts only these two forms.
  return value.startsWith('-')
    ? { field: value.slice(1) as Field, direction: 'desc' }
    : { field: value as Field, direction: 'asc' };
}
