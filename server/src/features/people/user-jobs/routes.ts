import type { SearchQuery } from '@postern/contracts/fields';
import { exportColumns, userExportApi } from '@postern/contracts/people/user-export';
import { userJobsApi } from '@postern/contracts/people/user-jobs';
import { userBulkApi } from '@postern/contracts/people/user-jobs-bulk';
import { userSearchFields } from '@postern/contracts/people/users';
import { scopes } from '@postern/contracts/wire';
import { requireUserRoles } from '#features/access/roles';
import { countSelected, freezeFilter } from '#features/people/users';
import type { Db } from '#platform/db/db';
import { readSearch } from '#platform/db/search';
import { AppError } from '#platform/http/errors';
import { route, type Scope } from '#platform/http/route';
import { emit } from '#platform/jobs/events';
import { newId } from '#platform/secrets/ids';
import { countFindings, listFindings } from './findings.store.ts';
import { showFinding, showJob, startUserJob } from './job.ts';
import { countJobs, findJob, type JobRow, listJobs, requestCancel } from './store.ts';
import { writeReport } from './write-report.ts';
import { writeUsers } from './write-users.ts';

export function userBulkRoutes(scope: Scope): void {
  route(scope, userBulkApi.start, {
    respond: async ({ app, tenantId, caller, body, languages }) => {
      const { kind, roleIds, excludedIds = [] } = body;
      // Deleting many users needs the permission to delete one, although the method is POST.
      if (kind === 'delete' && !caller.scopes.has(scopes.all) && !caller.scopes.has('delete:data')) {
        throw new AppError('auth.forbidden');
      }
      const filter = body.filter && freezeFilter(body.filter);
      const userIds = body.userIds && [...new Set(body.userIds)];
      const job = await startUserJob(app, tenantId, async (db) => {
        if (roleIds) {
          await requireUserRoles(db, roleIds);
        }
        return {
          kind,
          input: { ...(filter ? { filter } : {}), ...(roleIds ? { roleIds } : {}) },
          secrets: JSON.stringify({ userIds, excludedIds }),
          total: userIds?.length ?? (await countSelected(db, { filter: filter ?? {}, excludedIds })),
          createdBy: caller.subject,
        };
      });
      return showJob(job, languages);
    },
  });
}

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

async function getJob(db: Db, id: string): Promise<JobRow> {
  const job = await findJob(db, id);
  if (!job) {
    throw new AppError('entity.not_found');
  }
  return job;
}

export function userJobRoutes(scope: Scope): void {
  route(scope, userJobsApi.list, async ({ db, query, page, total, languages }) => {
    if (!page) {
      // `paged: always` guarantees a page.
      return [];
    }
    total(await countJobs(db, query));
    return (await listJobs(db, query, page)).map((job) => showJob(job, languages));
  });

  route(scope, userJobsApi.get, async ({ db, params, languages }) => showJob(await getJob(db, params.id), languages));

  route(scope, userJobsApi.cancel, {
    respond: async ({ app, tenantId, params, languages }) => {
      const canceled = await app.tenancy.write(tenantId, async (db) => {
        await getJob(db, params.id);
        const job = await requestCancel(db, params.id);
        if (!job) {
          throw new AppError('user_job.is_over');
        }
        const { kind, state } = job;
        await emit(db, {
          name: 'UserJob.Data.Updated',
          subjectId: job.id,
          data: { kind, state, isCancelWanted: true },
        });
        return job;
      });
      return showJob(canceled, languages);
    },
  });

  route(scope, userJobsApi.report, async ({ db, params, query, page, total, languages }) => {
    await getJob(db, params.id);
    if (!page) {
      // `paged: always` guarantees a page.
      return [];
    }
    total(await countFindings(db, params.id, query.level));
    return (await listFindings(db, params.id, query.level, page)).map((row) => showFinding(row, languages));
  });

  route(scope, userJobsApi.reportFile, {
    send: async ({ app, tenantId, params, languages }) => {
      await app.tenancy.read(tenantId, (db) => getJob(db, params.id));
      return {
        type: 'text/csv',
        name: `report-${params.id}.csv`,
        content: writeReport(app, tenantId, params.id, languages),
      };
    },
  });
}
