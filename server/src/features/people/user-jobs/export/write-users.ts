import type { ExportFormat } from '@postern/contracts/people/user-export';
import { type ListFilter, listRoleNames, listUsersAfter } from '#features/people/users';
import type { App } from '#platform/app';
import { byteOrderMark, csvLine } from '../write-csv.ts';
import { type Column, type ExportedRow, writeUser } from './write-user.ts';

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
