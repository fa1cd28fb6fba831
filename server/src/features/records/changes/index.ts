import { changesApi } from '@postern/contracts/records/changes';
import type { App, Feature } from '#platform/app';
import { route, type Scope } from '#platform/http/route';
import { Announcement, announce } from './announce.ts';
import { channel } from './store.ts';
import { closeStreams, createState, deliver, openStream, stopStreams } from './streams.ts';

export { announceLogs } from './announce.ts';

const receive = (app: App, text: string) => deliver(app, Announcement.parse(JSON.parse(text)));

function changesRoutes(scope: Scope): void {
  route(scope, changesApi.watch, {
    send: async ({ app, request, tenantId, caller }) => ({
      type: 'text/event-stream',
      content: await openStream(app, request, tenantId, caller),
    }),
  });
  // Runs before the server waits for open requests: streams never end by themselves.
  scope.server.addHook('preClose', async () => stopStreams(scope.app));
}

/** Tells open consoles which objects of their tenant change, so that lists stay current. */
export const changes: Feature = {
  name: 'changes',
  tenantRoutes: changesRoutes,
  start: async (app) => {
    // Missed notifications drop the whole cache. Readers then reconnect and read everything again.
    app.cache.onDrop((tenantId) => tenantId === undefined && closeStreams(app));
    return createState(app);
  },
  onRegionUp: (app, region) => closeStreams(app, (tenantId) => app.tenancy.regionOf(tenantId) === region),
  subscribers: [{ name: 'changes', handle: announce }],
  channels: { [channel]: receive },
};
