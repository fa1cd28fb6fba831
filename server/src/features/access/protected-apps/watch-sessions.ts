import { liveProxySessions } from '#features/access/oidc';
import type { App } from '#platform/app';
import { every } from '#platform/jobs/every';

type Watched = {
  tenantId: string;
  key: string;
  /** Whether the user would be let in again: roles, settings and the tenant may have changed. */
  mayStay(): Promise<boolean>;
  end(): void;
};

const sweepMs = 5000;

/**
 * Responses and WebSockets that are still open after the session was checked. Those whose session has ended since then,
 * or whose user is not allowed any more, are closed.
 */
export function watchSessions(app: App) {
  const open = new Set<Watched>();

  async function sweep(): Promise<void> {
    const byTenant = Map.groupBy(open, ({ tenantId }) => tenantId);
    for (const [tenantId, watched] of byTenant) {
      const live = await liveProxySessions(app, tenantId, [...new Set(watched.map(({ key }) => key))]);
      for (const one of watched) {
        if (!live.has(one.key) || !(await one.mayStay())) {
          open.delete(one);
          one.end();
        }
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
