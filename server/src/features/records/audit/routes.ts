import { auditApi } from '@postern/contracts/records/audit';
import { AppError } from '#platform/errors';
import { route, type Scope } from '#platform/route';
import { countLogs, findLog, listLogs } from './store.ts';

export function auditRoutes(scope: Scope): void {
  route(scope, auditApi.list, async ({ db, query, page, total }) => {
    if (!page) {
      // `paged: always` gives every call a page.
      return [];
    }
    const { userId, applicationId, logKey } = query;
    const filter = { userId, applicationId, logKey };
    total(await countLogs(db, filter, page));
    return listLogs(db, filter, page);
  });

  route(scope, auditApi.get, async ({ db, params }) => {
    const log = await findLog(db, params.id);
    if (!log) {
      throw new AppError('entity.not_exists_with_id', { values: { name: 'Log', id: params.id } });
    }
    return log;
  });
}
