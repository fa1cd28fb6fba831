import { isTrue } from '@postern/contracts/fields';
import { auditApi, type logFilterShape } from '@postern/contracts/records/audit';
import { AppError } from '#platform/http/errors';
import { route, type Scope } from '#platform/http/route';
import { emit } from '#platform/jobs/events';
import { newId } from '#platform/secrets/ids';
import { findLog, type LogFilter, pageLogs } from './store.ts';
import { writeLogs } from './write-logs.ts';

const types = { csv: 'text/csv', ndjson: 'application/x-ndjson' } as const;

type Query = Partial<Record<keyof typeof logFilterShape, string>>;

const timeOf = (text: string | undefined) => (text === undefined ? undefined : new Date(Number(text)));

const readFilter = ({ userId, applicationId, logKey, organizationId, ...query }: Query): LogFilter => ({
  userId,
  applicationId,
  logKey,
  organizationId,
  from: timeOf(query.start_time),
  until: timeOf(query.end_time),
  includesChanges: isTrue(query.includeChanges),
});

export function auditRoutes(scope: Scope): void {
  route(scope, auditApi.list, {
    readsStandby: true,
    handle: async ({ db, query, page, total }) => {
      if (!page) {
        // `paged: always` gives every call a page.
        return [];
      }
      const found = await pageLogs(db, readFilter(query), page);
      total(found.total);
      return found.logs;
    },
  });

  route(scope, auditApi.export, {
    send: async ({ app, tenantId, query: { format, ...query } }) => {
      const content = await writeLogs(app, tenantId, readFilter(query), format);
      await app.tenancy.write(tenantId, (db) =>
        emit(db, { name: 'AuditLog.Exported', subjectId: newId(), data: { format, filter: query } }),
      );
      const day = new Date().toISOString().slice(0, 10);
      return { type: types[format], name: `audit-logs-${day}.${format}`, content };
    },
  });

  route(scope, auditApi.get, {
    readsStandby: true,
    handle: async ({ db, params }) => {
      const log = await findLog(db, params.id);
      if (!log) {
        throw new AppError('entity.not_exists_with_id', { values: { name: 'Log', id: params.id } });
      }
      return log;
    },
  });
}
