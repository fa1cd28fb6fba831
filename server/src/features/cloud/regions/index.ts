import type { Feature } from '#platform/app';
import { catchUp, mirrorsOf } from './mirror.ts';

export { choosePlace, listRegions, type Place, requireRegionInReach, requireTag } from './choose.ts';
export { mirrorNow } from './mirror.ts';

/** Regions with databases of their own: what the home database knows of a tenant, they know in a moment. */
export const regions: Feature = {
  name: 'regions',
  subscribers: [
    {
      name: 'regions',
      handle: async (_db, events, app) => {
        if (events.some(({ name }) => name.startsWith('Tenant.'))) {
          mirrorsOf(app).wake();
        }
      },
    },
  ],
  // What was postponed, and what was changed in the database by hand.
  wakes: [{ everySeconds: 5, wake: (app) => mirrorsOf(app).wake() }],
  onRegionUp: catchUp,
  stop: (app) => mirrorsOf(app).stop(),
};
