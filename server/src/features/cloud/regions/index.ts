import type { App, Feature } from '#platform/app';
import { enqueue } from '#platform/jobs/jobs';
import { catchUp, mirrorAll } from './mirror.ts';
import { mirrorJob } from './store.ts';

export { choosePlace, listRegions, type Place, requireRegionInReach, requireTag } from './choose.ts';
export { mirrorNow } from './mirror.ts';

const hasRegions = ({ config }: Pick<App, 'config'>) =>
  config.regions.some(({ databaseUrl }) => databaseUrl !== undefined);

/** Regions with their own databases; changes in the home database are copied to them immediately. */
export const regions: Feature = {
  name: 'regions',
  subscribers: [
    {
      name: 'regions',
      handle: async (db, events, app) => {
        if (hasRegions(app) && events.some(({ name }) => name.startsWith('Tenant.'))) {
          await enqueue(db, mirrorJob);
        }
      },
    },
  ],
  queues: [
    {
      queue: mirrorJob.queue,
      // Picks up manual changes in the database.
      everySeconds: 10,
      maxAttempts: Number.POSITIVE_INFINITY,
      longestPauseSeconds: 60,
      isOn: hasRegions,
      run: mirrorAll,
    },
  ],
  onRegionUp: catchUp,
};
