import { liveProxySessions } from '#features/access/oidc';
import type { App } from '#platform/app';
import { every } from '#platform/jobs/every';

type Watched = { tenantId: string; key: string; end(): void };

const sweepMs = 5000;

/**
 * Responses and WebSockets that are still open after the session was checked. Those whose session has ended since then
 * are closed.
 */
export function watchSessions(app: App) {
  const open = new Set<Watched>();

  async function sweep(): Promise<void> {
    const byTenant = Map.groupBy(open, ({ tenantId }) => tenantId);
    for (const [tenantId, watched] of byTenant) {
      const live = await liveProxySessions(app, tenantId, [...new Set(watched.map(({ key }) => key))]);
      for (const one of watched.filter(({ key }) => !live.has(key))) {
        open.delete(one);
        one.end();
      }
    }
  }

  const timer = every(sweepMs, () => {
    sweep().catch((error) => app.log.warn({ err: error }, 'checking sessions of protected applications failed'));
  });
  return {
    sweep,
    /** Returns a function that stops watching. */
    add(watched: Watched): () => void {
      open.add(watched);
      return () => open.delete(watched);
    },
    endAll() {
      timer.stop();
      for (const one of open) {
        one.end();
      }
    },
  };
}

export type WatchedSessions = ReturnType<typeof watchSessions>;
