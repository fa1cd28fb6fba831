import { objectives, serviceKinds, serviceLevelsApi } from '@postern/contracts/cloud/service-levels';
import type { Feature } from '#platform/app';
import type { BatchWriter } from '#platform/db/batch-writes';
import { route } from '#platform/http/route';
import { startCounting } from './count-requests.ts';
import { rateService } from './rate.ts';
import { forgetCounts, sumCounts } from './store.ts';

/** Availability and latency of the installation, for its operators. */
export const serviceLevels: Feature = {
  name: 'service-levels',
  adminRoutes: (scope) =>
    route(scope, serviceLevelsApi.get, {
      respond: async ({ app }) => {
        const sums = await app.tenancy.system(sumCounts);
        const levels = serviceKinds.map((kind) =>
          rateService(kind, sums.get(kind) ?? { requests: 0, failed: 0, slow: 0 }),
        );
        return { days: objectives.days, latencySeconds: objectives.latencySeconds, levels };
      },
    }),
  jobs: [{ name: 'service-levels.forget', everySeconds: 86_400, run: forgetCounts }],
  start: async (app): Promise<BatchWriter> => startCounting(app),
  stop: async (app) => {
    await app.stateOf<BatchWriter>('service-levels').close();
  },
};
