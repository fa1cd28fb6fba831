import type { JsonObject } from '@postern/contracts/fields';
import type { ExportFormat, exportColumns } from '@postern/contracts/people/user-export';
import type { ExportedUser } from '#features/people/users';
import { isObject } from '../import/parse-json.ts';
import { csvLine } from '../write-csv.ts';

export type ExportedRow = ExportedUser & { roles: string[] };
export type Column = (typeof exportColumns)[number];

const iso = (time: number | null) => (time === null ? null : new Date(time).toISOString());

/** The value of a column; empty if there is none. */
function readColumn(user: ExportedRow, column: Column): unknown {
  switch (column) {
    case 'emailVerified':
      return user.primaryEmail === null ? null : user.emailVerified;
    case 'phoneVerified':
      return user.primaryPhone === null ? null : user.phoneVerified;
    case 'createdAt':
    case 'updatedAt':
    case 'lastSignInAt':
      return iso(user[column]);
    default: {
      const path = column.split('.');
      return path.reduce<unknown>((value, key) => (isObject(value) ? value[key] : undefined), user as JsonObject);
    }
  }
}

const isEmpty = (value: unknown) =>
  value === null ||
  value === undefined ||
  (Array.isArray(value) ? value.length === 0 : isObject(value) && Object.keys(value).length === 0);

/** Names separated by semicolons, or JSON if a name contains one. */
const joinNames = (names: unknown[]) =>
  names.some((name) => /[;,|[]/.test(String(name))) ? JSON.stringify(names) : names.join('; ');

function cellOf(value: unknown): string {
  if (isEmpty(value)) {
    return '';
  }
  if (Array.isArray(value)) {
    return joinNames(value);
  }
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
}

/** Builds the nested object of the API from columns such as `profile.address.country`. */
function objectOf(user: ExportedRow, columns: readonly Column[]): JsonObject {
  const result: JsonObject = {};
  for (const column of columns) {
    const value = readColumn(user, column);
    if (isEmpty(value)) {
      continue;
    }
    const path = column.split('.');
    const last = path.pop() ?? column;
    let place = result;
    for (const key of path) {
      const next = place[key];
      const inner = isObject(next) ? next : {};
      place[key] = inner;
      place = inner;
    }
    place[last] = value;
  }
  return result;
}

/** One user as a line of the file. */
export const writeUser = (format: ExportFormat, columns: readonly Column[]) => (user: ExportedRow) =>
  format === 'csv'
    ? csvLine(columns.map((column) => cellOf(readColumn(user, column))))
    : `${JSON.stringify(objectOf(user, columns))}\n`;
