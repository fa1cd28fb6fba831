import { isTrue } from '@postern/contracts/fields';
import { logCountCap, maxCountedLogs } from '@postern/contracts/records/audit';
import type { Page } from '#platform/db/paging';

/** How far the entries of a filter are counted. */
export type CountLimit = { most: number; isCap: boolean };

/** Up to the next thousand after the page: counting more would cost more than the page. A cap is the same on each page. */
export const countLimit = ({ offset, limit }: Page, enableCap?: string): CountLimit =>
  isTrue(enableCap)
    ? { most: logCountCap + 1, isCap: true }
    : { most: Math.ceil((offset + limit + 1) / maxCountedLogs) * maxCountedLogs, isCap: false };

/** All of them, for lists that are short. */
export const countAll: CountLimit = { most: Number.MAX_SAFE_INTEGER, isCap: false };

/** What the answer says about the total: more entries than a cap are not counted. */
export const totalOf = (counted: number, { most, isCap }: CountLimit): [total: number, isCapped: boolean] => [
  Math.min(counted, most),
  isCap && counted >= most,
];
