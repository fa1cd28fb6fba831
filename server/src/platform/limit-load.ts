import { changesApi } from '@postern/contracts/records/changes';
import type { Scope } from './app.ts';
import { AppError } from './errors.ts';

export type Load = {
  /** Whether another request of the tenant may start. Every admitted request must `leave`. */
  admit(tenantId: string): boolean;
  leave(tenantId: string): void;
  inFlight(): number;
};

/** A round of the event loop, in milliseconds. Within it, every waiting request gets some work done. */
export type LoadLimits = {
  /** The longest round if the requests of several tenants are in flight. */
  sharedMs: number;
  /** The longest round if all requests belong to one tenant. */
  aloneMs: number;
  /** Below this number of requests in flight, none is refused. */
  free: number;
  /** A tenant with fewer requests in flight is refused only if all tenants together are far above the limit. */
  freePerTenant: number;
  /** Above this number, every request is refused. */
  most: number;
};

export const defaultLoadLimits: LoadLimits = { sharedMs: 50, aloneMs: 250, free: 64, freePerTenant: 8, most: 10_000 };

/** How far all tenants together may be above the limit while each is below its share. */
const maxExcess = 4;

/** Weight of the newest round in the mean. */
const newest = 0.2;

/**
 * Decides which requests an overloaded process refuses. It is overloaded if a round of the event loop takes too long:
 * then the number of requests in flight is limited in proportion, and each tenant in flight has an equal share.
 * `measureRound` calls back at the end of the current round.
 */
export function createLoad(
  limits: LoadLimits = defaultLoadLimits,
  measureRound: (done: (milliseconds: number) => void) => void = measureEventLoop,
): Load {
  const byTenant = new Map<string, number>();
  let inFlight = 0;
  let roundMs = 0;
  let isMeasuring = false;

  function measure(): void {
    if (isMeasuring) {
      return;
    }
    isMeasuring = true;
    measureRound((milliseconds) => {
      isMeasuring = false;
      roundMs += (milliseconds - roundMs) * newest;
    });
  }

  function isRefused(own: number): boolean {
    if (inFlight < limits.free) {
      return false;
    }
    const tenants = byTenant.size + (own === 0 ? 1 : 0);
    const limitMs = tenants > 1 ? limits.sharedMs : limits.aloneMs;
    if (roundMs <= limitMs) {
      return inFlight >= limits.most;
    }
    const allowed = Math.max(limits.free, Math.min(limits.most, (inFlight * limitMs) / roundMs));
    return own >= Math.max(limits.freePerTenant, allowed / tenants) || inFlight >= maxExcess * allowed;
  }

  return {
    admit(tenantId) {
      measure();
      const own = byTenant.get(tenantId) ?? 0;
      if (isRefused(own)) {
        return false;
      }
      byTenant.set(tenantId, own + 1);
      inFlight += 1;
      return true;
    },
    leave(tenantId) {
      const own = byTenant.get(tenantId) ?? 0;
      if (own > 1) {
        byTenant.set(tenantId, own - 1);
      } else {
        byTenant.delete(tenantId);
      }
      inFlight -= 1;
    },
    inFlight: () => inFlight,
  };
}

function measureEventLoop(done: (milliseconds: number) => void): void {
  const startedAt = performance.now();
  setImmediate(() => done(performance.now() - startedAt));
}

const tooBusy = () => new AppError('server.busy', { retryAfter: 2 });

/** Streams are open for minutes and cost nothing in between. */
const isStream = (url: string) => url.split('?', 1)[0] === changesApi.watch.path;

/** Refuses the newest requests of an overloaded process. Mounted after the hooks that refuse unknown tenants. */
export function limitLoad(
  { server, tenantOf }: Pick<Scope, 'server' | 'tenantOf'>,
  load: Load,
  isExempt: (url: string) => boolean,
): void {
  server.addHook('onRequest', (request, reply, done) => {
    if (isExempt(request.url) || isStream(request.url)) {
      done();
      return;
    }
    let tenantId: string;
    try {
      tenantId = tenantOf(request);
    } catch (error) {
      done(error as Error);
      return;
    }
    if (!load.admit(tenantId)) {
      done(tooBusy());
      return;
    }
    reply.raw.once('close', () => load.leave(tenantId));
    done();
  });
}
