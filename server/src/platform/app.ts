import type { AnyEndpoint } from '@postern/contracts/endpoint';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Config } from './config/config.ts';
import type { Db } from './db/db.ts';
import type { Egress } from './egress/egress.ts';
import type { ScanUpload } from './files/scan-upload.ts';
import type { Storage } from './files/storage.ts';
import type { TokenVerifier } from './http/caller.ts';
import type { CertificateReader } from './http/client-certificate.ts';
import type { CookieNames } from './http/name-cookies.ts';
import type { PreparedAnswers } from './http/prepared-answers.ts';
import type { QuotaGuard } from './http/quota.ts';
import type { EndedBy, Job, JobHandler, RecurringJob } from './jobs/jobs.ts';
import type { OutboxEvent, Subscriber } from './jobs/outbox.ts';
import type { Log } from './observe/log.ts';
import type { Metrics } from './observe/metrics.ts';
import type { SealedColumn } from './secrets/sealed-columns.ts';
import type { Vault } from './secrets/vault.ts';
import type { TenantCache } from './tenancy/cache.ts';
import type { CustomDomains } from './tenancy/custom-domains.ts';
import type { Tenancy } from './tenancy/tenancy.ts';

export type TenantInfo = { id: string; name: string; tag: string; isSuspended: boolean; planId: string };

/** Throws if the request may not proceed. Returns the subject of the request if its token does not name one. */
type Guard = (app: App, tenantId: string, request: FastifyRequest) => Promise<string | undefined>;
type Guards = Readonly<Partial<Record<AnyEndpoint['auth']['kind'], Guard>>>;

/** Services available to every feature. Created once per process by `server/src/app.ts`. */
export type App = {
  config: Config;
  log: Log;
  tenancy: Tenancy;
  cache: TenantCache;
  metrics: Metrics;
  egress: Egress;
  storage: Storage;
  scanUpload: ScanUpload;
  vault: Vault;
  tokens: TokenVerifier;
  /** Undefined if this installation has no quotas. */
  quota?: QuotaGuard | undefined;
  tenants: { find(tenantId: string): Promise<TenantInfo | undefined> };
  /** What requests of a kind of authentication need besides, from the features. */
  guards: Guards;
  domains: CustomDomains;
  cookieNames: CookieNames;
  /** The certificate of the client of a request, if client certificates are set up. */
  certificateOf: CertificateReader;
  /** Public documents that are served before the framework. */
  prepared: PreparedAnswers;
  /**
   * The address of a tenant's sign-in pages and API: the custom domain of the current request, or the default one. It may
   * have a path, so compare origins with `originOf`.
   */
  endpointOf(tenantId: string): string;
  /** Columns that the vault protects, of all features. */
  sealed: readonly SealedColumn[];
  /** The contracts of all mounted routes. */
  endpoints: Set<AnyEndpoint>;
  /** The return value of the feature's `start`. Only the feature itself reads it, so it knows the type. */
  stateOf<State>(feature: string): State;
  /** Whether a request came through `/m/{tenantId}` on the admin origin. */
  isThroughConsole(request: FastifyRequest): boolean;
};

/** A slice of the product, registered in `features/index.ts`. */
export type Feature = {
  name: string;
  /** Routes on every tenant's origin, including the admin tenant's. */
  tenantRoutes?: (scope: Scope) => void;
  /** Routes on the admin origin only. */
  adminRoutes?: (scope: Scope) => void;
  /** Enforces the limits of plans. At most one feature defines it. */
  quota?: (app: App) => QuotaGuard;
  /** For endpoints that the feature alone may open, by their kind of authentication. */
  guards?: Guards;
  subscribers?: (Omit<Subscriber, 'handle'> & { handle(db: Db, events: OutboxEvent[], app: App): Promise<void> })[];
  /**
   * Jobs of both editions run in every database that has tenants. Cloud-only jobs run in the home database unless
   * `inRegions` is set.
   */
  jobs?: (Omit<RecurringJob, 'run'> & {
    inRegions?: boolean;
    run(db: Db, app: App, region?: string): ReturnType<RecurringJob['run']>;
  })[];
  /** Handlers for queued jobs, in the same databases. */
  queues?: (Omit<JobHandler, 'run' | 'onEnd'> & {
    inRegions?: boolean;
    /** Returns false if this installation does not use the queue. */
    isOn?(app: App): boolean;
    run(job: Job, app: App, region?: string): ReturnType<JobHandler['run']>;
    onEnd?(job: Job, why: EndedBy, app: App, region?: string): Promise<void>;
  })[];
  /** Columns that the vault protects. */
  sealed?: SealedColumn[];
  /** Called when the database of a region becomes reachable, for the first time or again. */
  onRegionUp?: (app: App, region: string) => void;
  /** Runs on every node at startup, before any request is served. Returns the feature's state in this process. */
  start?: (app: App) => Promise<unknown>;
  /** NOTIFY channels. Every node listens to them in the home database and in those of the regions. */
  channels?: Record<string, (app: App, payload: string) => void>;
  /** Runs at shutdown, after the last request; the database is still open. */
  stop?: (app: App) => Promise<void>;
};

export type Scope = {
  server: FastifyInstance;
  app: App;
  /** The path of the endpoint of this server; routes do not contain it. */
  prefix: string;
  tenantOf: (request: FastifyRequest) => string;
};
