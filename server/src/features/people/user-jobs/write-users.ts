import type { JsonObject } from '@postern/contracts/fields';
import type { ExportFormat, exportColumns } from '@postern/contracts/people/user-export';
import { type ExportedUser, type ListFilter, listRoleNames, listUsersAfter } from '#features/people/users';
import type { App } from '#platform/app';
import { byteOrderMark, csvLine } from '#platform/files/csv';
import { isObject } from './import/json.ts';

type ExportedRow = ExportedUser & { roles: string[] };
type Column = (typeof exportColumns)[number];

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
const writeUser = (format: ExportFormat, columns: readonly Column[]) => (user: ExportedRow) =>
  format === 'csv'
    ? csvLine(columns.map((column) => cellOf(readColumn(user, column))))
    : `${JSON.stringify(objectOf(user, columns))}\n`;

const perRead = 500;

async function* readPages(
  app: App,
  tenantId: string,
  filter: ListFilter,
  columns: readonly Column[],
): AsyncGenerator<ExportedRow[]> {
  let after = '';
  for (;;) {
    const from = after;
    const users = await app.tenancy.read(tenantId, async (db) => {
      const page = await listUsersAfter(db, filter, from, perRead);
      const ids = page.map(({ id }) => id);
      const roles = columns.includes('roles') && page.length > 0 ? await listRoleNames(db, ids) : undefined;
      return page.map((user) => ({ ...user, roles: roles?.get(user.id) ?? [] }));
    });
    const last = users.at(-1);
    if (!last) {
      return;
    }
    yield users;
    after = last.id;
  }
}

/**
 * Streams a file of users at the speed of the reader: keeps a few hundred of them in memory, and no connection while
 * the reader is slow. Reads the first page immediately, so that errors in the request are reported before the response
 * starts.
 */
export async function writeUsers(
  app: App,
  tenantId: string,
  filter: ListFilter,
  { format, columns }: { format: ExportFormat; columns: readonly Column[] },
): Promise<AsyncGenerator<string>> {
  const write = writeUser(format, columns);
  const pages = readPages(app, tenantId, filter, columns);
  const first = await pages.next();
  async function* content() {
    if (format === 'csv') {
      yield byteOrderMark + csvLine(columns);
    }
    if (!first.done) {
      yield first.value.map(write).join('');
      for await (const page of pages) {
        yield page.map(write).join('');
      }
    }
  }
  return content();
}
