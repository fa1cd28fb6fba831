import { isTrue } from '@postern/contracts/fields';
import { auditApi, type logFilterShape } from '@postern/contracts/records/audit';
import type { Db } from '#platform/db/db';
import { AppError } from '#platform/http/errors';
import { route, type Scope } from '#platform/http/route';
import { emit } from '#platform/jobs/events';
import { newId } from '#platform/secrets/ids';
import { countLimit, totalOf } from './limit-count.ts';
import { nameLog, nameLogs, toLog } from './name-parties.ts';
import { withUserAgents } from './parse-user-agent.ts';
import { readTimes } from './read-times.ts';
import { findLog, type LogFilter, pageLogs } from './store.ts';
import { readChain } from './verifications.store.ts';
import { requestVerification } from './verify-in-background.ts';
import { writeLogs } from './write-logs.ts';

const types = { csv: 'text/csv', ndjson: 'application/x-ndjson' } as const;

type Query = Partial<Record<Exclude<keyof typeof logFilterShape, 'outcome'>, string>> & Pick<LogFilter, 'outcome'>;

const readFilter = ({ userId, applicationId, logKey, organizationId, ...query }: Query): LogFilter => ({
  userId,
  applicationId,
  logKey,
  organizationId,
  actorId: query.actorId,
  objectKind: query.objectKind,
  objectId: query.objectId,
  outcome: query.outcome,
  ...readTimes(query),
  includesChanges: isTrue(query.includeChanges),
});

export function auditRoutes(scope: Scope): void {
  route(scope, auditApi.list, {
    respond: async ({ app, tenantId, query, page, total }) => {
      if (!page) {
        // `paged: always` gives every call a page.
        return [];
      }
      const filter = readFilter(query);
      const most = countLimit(page, query.enableCap);
      const read = async (db: Db) => {
        const found = await pageLogs(db, filter, page, most);
        total(...totalOf(found.total, most));
        return found.logs;
      };
      return withUserAgents(
        isTrue(query.withNames)
          ? await nameLogs(app, tenantId, read)
          : (await app.tenancy.readStandby(tenantId, read)).map(toLog),
      );
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
    respond: async ({ app, tenantId, params, query }) => {
      const read = (db: Db) => findLog(db, params.id);
      const found = isTrue(query.withNames) ? undefined : await app.tenancy.readStandby(tenantId, read);
      const log = isTrue(query.withNames) ? await nameLog(app, tenantId, read) : found && toLog(found);
      if (!log) {
        throw new AppError('entity.not_exists_with_id', { values: { name: 'Log', id: params.id } });
      }
      const [shown = log] = await withUserAgents([log]);
      return shown;
    },
  });

  route(scope, auditApi.chain, ({ db }) => readChain(db));

  route(scope, auditApi.verifyChain, async ({ db }) => {
    await requestVerification(db);
    return readChain(db);
  });
}
