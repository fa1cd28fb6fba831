import { LiveEvent, liveApi } from '@postern/contracts/cloud/live';
import { z } from 'zod';
import type { App, Feature } from '#platform/app';
import { route, type Scope } from '#platform/http/route';
import { announce } from './announce.ts';
import { channel } from './store.ts';
import { closeStreams, createState, deliver, openStream, stopStreams } from './streams.ts';

const Payload = z.object({ to: z.array(z.string()), event: LiveEvent.nullable() });

function receive(app: App, text: string): void {
  const { to, event } = Payload.parse(JSON.parse(text));
  deliver(app, to, event);
}

function liveRoutes(scope: Scope): void {
  route(scope, liveApi.watch, {
    send: async ({ app, request, tenantId, caller }) => ({
      type: 'text/event-stream',
      content: openStream(app, { tenantId, request }, caller),
    }),
  });
  // Runs before the server waits for open requests: streams never end by themselves.
  scope.server.addHook('preClose', async () => stopStreams(scope.app));
}

/** Notifies open consoles about changes to their user: removed, promoted, suspended. */
export const live: Feature = {
  name: 'live',
  adminRoutes: liveRoutes,
  start: async (app) => {
    // Missed notifications drop the whole cache. Browsers then reopen their streams and reload the data.
    app.cache.onDrop((tenantId) => tenantId === undefined && closeStreams(app));
    return createState(app);
  },
  subscribers: [{ name: 'live', handle: announce }],
  channels: { [channel]: receive },
};
