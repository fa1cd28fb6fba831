import type { AnyEndpoint } from '@postern/contracts/endpoint';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { TenantCache } from './cache.ts';
import type { TokenVerifier } from './caller.ts';
import type { Config } from './config.ts';
import type { Db } from './db.ts';
import type { Egress } from './egress.ts';
import type { EndedBy, Job, JobHandler, RecurringJob } from './jobs.ts';
import type { Log } from './log.ts';
import type { Metrics } from './metrics.ts';
import type { OutboxEvent, Subscriber } from './outbox.ts';
import type { QuotaGuard } from './quota.ts';
import type { Storage } from './storage.ts';
import type { Tenancy } from './tenancy.ts';
import type { Vault } from './vault.ts';

export type TenantInfo = { id: string; name: string; tag: string; isSuspended: boolean };

/** What every feature may use. Made once per process by `server/src/app.ts`. */
export type App = {
  config: Config;
  log: Log;
  tenancy: Tenancy;
  cache: TenantCache;
  metrics: Metrics;
  egress: Egress;
  storage: Storage;
  vault: Vault;
  tokens: TokenVerifier;
  /** Undefined where nothing is limited. */
  quota?: QuotaGuard | undefined;
  tenants: { find(tenantId: string): Promise<TenantInfo | undefined> };
  /** Throws when the tenant's account center is off: then no endpoint of the account API answers. */
  requireAccountCenter(tenantId: string): Promise<void>;
  /** Origin of a tenant's sign-in pages and API. */
  endpointOf(tenantId: string): string;
  /** The contracts of all mounted routes. */
  endpoints: Set<AnyEndpoint>;
  /** What `start` of that feature made. Only the feature itself asks, and so knows the type. */
  stateOf<State>(feature: string): State;
  /** Whether a request came through `/m/{tenantId}` on the admin origin. */
  isThroughConsole(request: FastifyRequest): boolean;
};

/** A slice of the product, as `features/index.ts` lists it. */
export type Feature = {
  name: string;
  /** Routes on every tenant's origin, the admin tenant's among them. */
  tenantRoutes?: (scope: Scope) => void;
  /** Routes on the admin origin only. */
  adminRoutes?: (scope: Scope) => void;
  /** Keeps tenants within their plans; at most one feature does. */
  quota?: (app: App) => QuotaGuard;
  subscribers?: (Omit<Subscriber, 'handle'> & { handle(db: Db, events: OutboxEvent[], app: App): Promise<void> })[];
  /** Those of both editions run in each database that holds tenants, those of the cloud at home unless they say so. */
  jobs?: (Omit<RecurringJob, 'run'> & {
    inRegions?: boolean;
    run(db: Db, app: App, region?: string): ReturnType<RecurringJob['run']>;
  })[];
  /** Work that others add to the queue, in the same databases. */
  queues?: (Omit<JobHandler, 'run' | 'onEnd'> & {
    inRegions?: boolean;
    /** Where it answers false, this installation has no such work. */
    isOn?(app: App): boolean;
    run(job: Job, app: App, region?: string): ReturnType<JobHandler['run']>;
    onEnd?(job: Job, why: EndedBy, app: App, region?: string): Promise<void>;
  })[];
  /** The database of a region answers, for the first time or again. */
  onRegionUp?: (app: App, region: string) => void;
  /** Runs at every start, on every node, before anything is served. What it answers is the state of the feature in this process. */
  start?: (app: App) => Promise<unknown>;
  /** Channels of NOTIFY in the home database that every node listens to. */
  channels?: Record<string, (app: App, payload: string) => void>;
  /** What is left to do when the process ends: no request runs any more, the database is still open. */
  stop?: (app: App) => Promise<void>;
};

export type Scope = { server: FastifyInstance; app: App; tenantOf: (request: FastifyRequest) => string };
