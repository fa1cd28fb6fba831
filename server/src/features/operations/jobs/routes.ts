import type { JobsApi } from '@postern/contracts/operations/jobs';
import { AppError } from '#platform/http/errors';
import { route, type Scope } from '#platform/http/route';
import { cancelAnywhere, readJobs, retryAnywhere, retryQueueEverywhere } from './manage.ts';

export function jobRoutes(scope: Scope, api: JobsApi): void {
  route(scope, api.overview, { respond: ({ app }) => readJobs(app) });

  route(scope, api.retryQueue, {
    respond: async ({ app, body, caller }) => {
      const count = await retryQueueEverywhere(app, body.queue);
      app.log.info({ queue: body.queue, count, by: caller.subject }, 'dead jobs retried');
      return { count };
    },
  });

  route(scope, api.retry, {
    respond: async ({ app, params, caller }) => {
      if (!(await retryAnywhere(app, params.id))) {
        throw new AppError('entity.not_found');
      }
      app.log.info({ job: params.id, by: caller.subject }, 'job retried');
    },
  });

  route(scope, api.cancel, {
    respond: async ({ app, params, caller }) => {
      if (!(await cancelAnywhere(app, params.id))) {
        throw new AppError('entity.not_found');
      }
      app.log.info({ job: params.id, by: caller.subject }, 'job canceled');
    },
  });
}
