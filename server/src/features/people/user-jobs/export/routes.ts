import type { SearchQuery } from '@postern/contracts/fields';
import { exportColumns, userExportApi } from '@postern/contracts/people/user-export';
import { userSearchFields } from '@postern/contracts/people/users';
import { freezeFilter } from '#features/people/users';
import { emit } from '#platform/events';
import { newId } from '#platform/ids';
import { route, type Scope } from '#platform/route';
import { readSearch } from '#platform/search';
import { writeUsers } from './write-users.ts';

const types = { csv: 'text/csv', ndjson: 'application/x-ndjson' } as const;

export function userExportRoutes(scope: Scope): void {
  route(scope, userExportApi.download, {
    send: async ({ app, tenantId, query }) => {
      const { format, columns: wanted, excludeRoleId, excludeOrganizationId, search: _, ...only } = query;
      const search = readSearch(query as SearchQuery, userSearchFields);
      const names = wanted?.split(',') ?? exportColumns;
      // Excludes users that are created during the export, so that it ends.
      const filter = { search, only: freezeFilter(only), excludeRoleId, excludeOrganizationId };
      const columns = exportColumns.filter((column) => names.includes(column));
      const content = await writeUsers(app, tenantId, filter, { format, columns });
      await app.tenancy.write(tenantId, (db) =>
        emit(db, { name: 'UserExport.Created', subjectId: newId(), data: { format, columns } }),
      );
      const day = new Date().toISOString().slice(0, 10);
      return { type: types[format], name: `users-${day}.${format}`, content };
    },
  });
}
