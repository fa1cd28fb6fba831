import type { IncomingMessage, ServerResponse } from 'node:http';
import { changesApi } from '@postern/contracts/records/changes';
import type { Scope } from '#platform/app';
import { AppError } from './errors.ts';

export type Load = {
  /** Whether another request of the tenant may start, now or in a moment. Every admitted request must `leave`. */
  admit(tenantId: string): boolean | Promise<boolean>;
  /** Counts a request again that left for a while. */
  enter(tenantId: string): void;
  leave(tenantId: string): void;
  stats(): { inFlight: number; waiting: number };
};

export type LoadLimits = {
  /** The longest round of the event loop, in milliseconds, if several tenants had requests in the last seconds. */
  sharedMs: number;
  /** The same if all requests belonged to one tenant. */
  aloneMs: number;
  /** A tenant that is alone may always have this many requests in flight. */
  free: number;
  /** One of several tenants may always have this many, unless all together are far above the limit. */
  freePerTenant: number;
  /** After this time in a round, further requests of one of several tenants start one by one, in turns. */
  turnsAfterMs: number;
  /** Above this number of requests in flight, none is admitted. */
  most: number;
  waitingPerTenant: number;
  longestWaitMs: number;
  /**
   * A refusal of one of several tenants is sent after this time. A client that repeats refused requests at once would
   * otherwise keep the process busy with refusals.
   */
  refusedAfterMs: number;
};

export const defaultLoadLimits: LoadLimits = {
  sharedMs: 20,
  aloneMs: 250,
  free: 64,
  freePerTenant: 8,
  turnsAfterMs: 5,
  most: 10_000,
  waitingPerTenant: 200,
  longestWaitMs: 2000,
  refusedAfterMs: 250,
};

/** How far all tenants together may be above the limit while each is below its share. */
const maxExcess = 4;
/** Weight of the newest round in the mean. */
const newest = 0.2;
/** A tenant that had a request in this time is expected to have another one, which must not meet a long round. */
const rememberedMs = 10_000;
/** How often waiting requests are looked at if none arrives and none ends. */
const lookMs = 20;

type Tenant = { running: number; waiting: ((isAdmitted: boolean) => void)[] };

/**
 * Decides which requests an overloaded process delays and refuses. It is overloaded if a round of the event loop, in
 * which every request that is ready gets some work done, takes too long. Then the number of requests in flight is
 * limited in proportion, each tenant has an equal share, and its other requests wait. `measureRound` calls back at the
 * end of the current round.
 *
 * A request without a query ends in the round in which it starts, so it is never in flight together with others. That is
 * why the requests of several tenants take turns if a round gets long: each round starts one waiting request.
 */
export function createLoad(
  limits: LoadLimits = defaultLoadLimits,
  measureRound: (done: (milliseconds: number) => void) => void = measureEventLoop,
): Load {
  /** Only tenants with requests. */
  const tenants = new Map<string, Tenant>();
  let inFlight = 0;
  let waiting = 0;
  let roundMs = 0;
  let isMeasuring = false;
  let latest: string | undefined;
  let sharedUntil = Number.NEGATIVE_INFINITY;
  let isLooking = false;
  let roundStartedAt = Number.NEGATIVE_INFINITY;
  /** Tenants of which a request started in this round. */
  const startedInRound = new Set<string>();
  let isTurnPlanned = false;
  let refusing = 0;

  function measure(): void {
    if (!isMeasuring) {
      isMeasuring = true;
      roundStartedAt = performance.now();
      measureRound((milliseconds) => {
        isMeasuring = false;
        startedInRound.clear();
        roundMs += (milliseconds - roundMs) * newest;
      });
    }
  }

  const isOneAlone = () => performance.now() > sharedUntil;

  /** Whether the tenant has to wait for its turn, because this round was long already. */
  const mustWaitForTurn = (tenantId: string) =>
    startedInRound.has(tenantId) && !isOneAlone() && performance.now() - roundStartedAt > limits.turnsAfterMs;

  /** How many requests of one tenant may be in flight. */
  function share(): number {
    if (inFlight >= limits.most) {
      return 0;
    }
    const isAlone = isOneAlone();
    const limitMs = isAlone ? limits.aloneMs : limits.sharedMs;
    if (roundMs <= limitMs) {
      return Number.POSITIVE_INFINITY;
    }
    const allowed = (inFlight * limitMs) / roundMs;
    if (isAlone) {
      return Math.max(limits.free, allowed);
    }
    // Many tenants with few requests each; the requests of one large tenant do not count.
    const ofMany = Math.min(inFlight, tenants.size * limits.freePerTenant);
    const isFarAbove = ofMany >= maxExcess * Math.max(limits.free, allowed);
    return isFarAbove ? 0 : Math.max(limits.freePerTenant, allowed / Math.max(2, tenants.size));
  }

  function tenantOf(tenantId: string): Tenant {
    const known = tenants.get(tenantId);
    if (known) {
      return known;
    }
    const tenant = { running: 0, waiting: [] };
    tenants.set(tenantId, tenant);
    return tenant;
  }

  function start(tenantId: string, tenant: Tenant): void {
    tenant.running += 1;
    inFlight += 1;
    startedInRound.add(tenantId);
  }

  function startNext(tenantId: string, tenant: Tenant): void {
    const next = tenant.waiting.shift();
    waiting -= 1;
    start(tenantId, tenant);
    next?.(true);
  }

  const canStartNext = (tenant: Tenant) => tenant.waiting.length > 0 && tenant.running < share();

  function startWaiting(): void {
    if (waiting === 0) {
      return;
    }
    if (!isOneAlone()) {
      planTurn();
      return;
    }
    for (const [tenantId, tenant] of tenants) {
      while (canStartNext(tenant)) {
        startNext(tenantId, tenant);
      }
    }
  }

  function planTurn(): void {
    if (!isTurnPlanned) {
      isTurnPlanned = true;
      setImmediate(takeTurn);
    }
  }

  /** Starts one request of the tenant whose turn it is. Between two turns, the process reads what has arrived. */
  function takeTurn(): void {
    isTurnPlanned = false;
    measure();
    for (const [tenantId, tenant] of tenants) {
      if (canStartNext(tenant)) {
        startNext(tenantId, tenant);
        // It is last in the next turn.
        tenants.delete(tenantId);
        tenants.set(tenantId, tenant);
        planTurn();
        return;
      }
    }
  }

  /** Rounds may have become short again without another request. */
  function lookAgain(): void {
    if (isLooking) {
      return;
    }
    isLooking = true;
    setTimeout(() => {
      isLooking = false;
      measure();
      startWaiting();
      if (waiting > 0) {
        lookAgain();
      }
    }, lookMs);
  }

  function forgetIfEmpty(tenantId: string, tenant: Tenant): void {
    if (tenant.running === 0 && tenant.waiting.length === 0) {
      tenants.delete(tenantId);
    }
  }

  function wait(tenantId: string, tenant: Tenant): Promise<boolean> {
    waiting += 1;
    lookAgain();
    return new Promise((resolve) => {
      const settle = (isAdmitted: boolean) => {
        clearTimeout(timer);
        resolve(isAdmitted);
      };
      const timer = setTimeout(() => {
        tenant.waiting.splice(tenant.waiting.indexOf(settle), 1);
        waiting -= 1;
        forgetIfEmpty(tenantId, tenant);
        resolve(false);
      }, limits.longestWaitMs);
      tenant.waiting.push(settle);
    });
  }

  function refuse(): false | Promise<false> {
    if (isOneAlone() || refusing >= limits.most) {
      return false;
    }
    refusing += 1;
    return new Promise((resolve) => {
      setTimeout(() => {
        refusing -= 1;
        resolve(false);
      }, limits.refusedAfterMs);
    });
  }

  return {
    admit(tenantId) {
      measure();
      if (tenantId !== latest) {
        sharedUntil = latest === undefined ? sharedUntil : performance.now() + rememberedMs;
        latest = tenantId;
      }
      const tenant = tenantOf(tenantId);
      const mustWait = tenant.waiting.length > 0 || mustWaitForTurn(tenantId);
      if (!mustWait && tenant.running < share()) {
        start(tenantId, tenant);
        return true;
      }
      if (tenant.waiting.length < limits.waitingPerTenant && waiting < limits.most) {
        const admitted = wait(tenantId, tenant);
        startWaiting();
        return admitted;
      }
      forgetIfEmpty(tenantId, tenant);
      return refuse();
    },
    enter(tenantId) {
      start(tenantId, tenantOf(tenantId));
    },
    leave(tenantId) {
      const tenant = tenants.get(tenantId);
      if (tenant) {
        tenant.running -= 1;
        inFlight -= 1;
        forgetIfEmpty(tenantId, tenant);
        startWaiting();
      }
    },
    stats: () => ({ inFlight, waiting }),
  };
}

function measureEventLoop(done: (milliseconds: number) => void): void {
  const startedAt = performance.now();
  setImmediate(() => done(performance.now() - startedAt));
}

const tooBusy = () => new AppError('server.busy', { retryAfter: 2 });

/** Streams are open for minutes and cost nothing in between. */
const isStream = (url: string) => url.split('?', 1)[0] === changesApi.watch.path;

/** An admitted request. It is not in flight while it waits for another thread. */
type Counted = { pause(): void; resume(): void };

const countedKey = Symbol('request that is counted as in flight');
type Marked = IncomingMessage & { [countedKey]?: Counted };

function count(load: Load, tenantId: string, response: ServerResponse): Counted {
  let [isCounted, isOver] = [true, false];
  const leave = () => {
    if (isCounted) {
      isCounted = false;
      load.leave(tenantId);
    }
  };
  const end = () => {
    isOver = true;
    leave();
  };
  response.once('finish', end);
  response.once('close', end);
  return {
    pause: leave,
    resume() {
      if (!isCounted && !isOver) {
        isCounted = true;
        load.enter(tenantId);
      }
    },
  };
}

/** Runs work of a request that happens in another thread: its tenant may use its share for other requests meanwhile. */
export async function withoutLoad<T>(request: IncomingMessage | undefined, work: () => Promise<T>): Promise<T> {
  const counted = request && (request as Marked)[countedKey];
  counted?.pause();
  try {
    return await work();
  } finally {
    counted?.resume();
  }
}

/** Delays and refuses requests of an overloaded process. Mounted after the hooks that refuse unknown tenants. */
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
    const proceed = (isAdmitted: boolean) => {
      if (!isAdmitted) {
        done(tooBusy());
        return;
      }
      if (reply.raw.closed) {
        // The client has disconnected while it waited.
        load.leave(tenantId);
      } else {
        (request.raw as Marked)[countedKey] = count(load, tenantId, reply.raw);
      }
      done();
    };
    const admitted = load.admit(tenantId);
    if (typeof admitted === 'boolean') {
      proceed(admitted);
    } else {
      void admitted.then(proceed);
    }
  });
}
