import type { IncomingMessage } from 'node:http';
import type { Server } from 'node:https';
import { promisify } from 'node:util';
import { isPaidPlan } from '@postern/contracts/quota';
import { adminTenantId } from '@postern/contracts/wire';
import type { FastifyInstance } from 'fastify';
import { startRegionWorkers } from './database-workers.ts';
import { serveTls } from './features/access/domains/index.ts';
import { createTokenVerifier, providerOf } from './features/access/oidc/index.ts';
import { acceptUpgrade, createProxyServer } from './features/access/protected-apps/index.ts';
import { cloudFeatures, coreFeatures, openSourceFeatures, sealedColumns } from './features/index.ts';
import { seed } from './features/people/provision/index.ts';
import { waitingHashes } from './features/people/users/index.ts';
import { adminPages, explainError, tenantPages } from './features/sign-in/pages/index.ts';
import type { App, Feature, TenantInfo } from './platform/app.ts';
import { type Config, endpointOf } from './platform/config/config.ts';
import { createSharedServer, sharesPort } from './platform/config/share-port.ts';
import type { DatabaseAddress } from './platform/db/db.ts';
import { listen, type Notifications } from './platform/db/notifications.ts';
import { directAddress } from './platform/db/open-database.ts';
import { createWriteProbe } from './platform/db/probe-writes.ts';
import { RegionUnavailable } from './platform/db/region-database.ts';
import { noteOutages, tryConnect, watchSilence } from './platform/db/watch-silence.ts';
import { createEgress } from './platform/egress/egress.ts';
import { createScanner } from './platform/files/scan-upload.ts';
import { createStorage } from './platform/files/storage.ts';
import { createCertificateReader } from './platform/http/client-certificate.ts';
import { allowConsoleOrigins } from './platform/http/cors.ts';
import { prepareDrain } from './platform/http/drain.ts';
import { AppError } from './platform/http/errors.ts';
import { createServer, errorBody, languagesOf } from './platform/http/http.ts';
import { createLoad, limitLoad } from './platform/http/limit-load.ts';
import { createCookieNames, useCookieNames } from './platform/http/name-cookies.ts';
import { openApiDocuments, printOpenApi } from './platform/http/openapi.ts';
import { createPreparedAnswers } from './platform/http/prepared-answers.ts';
import { registeredEndpoints, type Scope } from './platform/http/route.ts';
import type { QueueAge } from './platform/jobs/job-ages.ts';
import type { Worker } from './platform/jobs/outbox.ts';
import { migrationNames } from './platform/migrations/migrate.ts';
import { createReadinessCheck, type Readiness } from './platform/observe/check-readiness.ts';
import type { Log } from './platform/observe/log.ts';
import { mayReadMetrics } from './platform/observe/may-read-metrics.ts';
import { createMetrics } from './platform/observe/metrics.ts';
import { traceTenants } from './platform/observe/trace-requests.ts';
import { createVault } from './platform/secrets/vault.ts';
import { prefixOf } from './platform/tenancy/addresses.ts';
import { createCache } from './platform/tenancy/cache.ts';
import {
  createCustomDomains,
  currentDomain,
  isChallenge,
  useCustomDomains,
} from './platform/tenancy/custom-domains.ts';
import { NoTenantError } from './platform/tenancy/no-tenant-error.ts';
import { createTenancy, type Regional, type Statement, type Tenancy } from './platform/tenancy/tenancy.ts';
import { tenantByHost } from './platform/tenancy/tenant-by-host.ts';
import { openRegions, watchRegions } from './region-databases.ts';

export type Running = {
  app: App;
  /** Tenants' origin: OIDC, API, sign-in pages. */
  core: FastifyInstance;
  /** Admin origin: the console and its API. Its requests arrive at the server of `core` if both share a port. */
  admin: FastifyInstance;
  /** The tenants' origin over TLS, for custom domains; undefined if an outer proxy has their certificates. */
  tls: Server | undefined;
  /** The same for clients with certificates; undefined if this server does not ask for them. */
  mtls: Server | undefined;
  /** Origins of protected applications; undefined if they are not set up. */
  proxy: FastifyInstance | undefined;
  worker: Worker;
  /** Rejects new requests, waits for running ones, then closes the database. */
  stop(): Promise<void>;
};

const throughConsole = Symbol('tenant of a request through /m/{tenantId}');
type Marked = IncomingMessage & { [throughConsole]?: string };

const findTenantStatement: Statement = {
  name: 'tenant',
  text: `select id, name, tag, is_suspended as "isSuspended", plan_id as "planId", database_region as "region"
    from tenants where id = $1 and deleted_at is null`,
};

type TenantRow = TenantInfo & { region: string | null };

/** A tenant whose region is not configured must not be served from the home database, which holds only its name. */
function requireRegion(tenancy: Tenancy, row: TenantRow | undefined): TenantInfo | undefined {
  if (row && (tenancy.regionOf(row.id) ?? null) !== row.region) {
    throw new RegionUnavailable(row.region ?? 'home');
  }
  return row;
}

/** The connection for notifications watches the primary. The pooler and the standby have other addresses. */
function watchDatabases({ config, tenancy, log, metrics }: App, address: DatabaseAddress): { stop(): void }[] {
  const { databaseDirectUrl, databaseReadUrl } = config;
  const watch = (database: 'home' | 'standby', ask: () => Promise<void>) =>
    watchSilence({ database, ask, onSilent: () => tenancy.abandon(database), log });
  const watchStandby = (at: DatabaseAddress) => {
    const outages = noteOutages(() => tryConnect(at), { database: 'standby', log });
    metrics.gauge('postern_standby_up', () => Number(outages.isUp()));
    return watch('standby', outages.ask);
  };
  return [
    ...(databaseDirectUrl ? [watch('home', () => tryConnect(address))] : []),
    ...(databaseReadUrl ? [watchStandby({ connectionString: databaseReadUrl })] : []),
  ];
}

type States = Map<string, unknown>;

function createContext(
  config: Config,
  log: Log,
  address: DatabaseAddress,
  states: States,
): { app: App; regional: Regional } {
  const cache = createCache();
  const regional = openRegions(config, log, cache);
  const metrics = createMetrics();
  const { databaseReadUrl } = config;
  const standby = databaseReadUrl
    ? {
        address: { connectionString: databaseReadUrl, connectionTimeoutMillis: 2000 },
        onRead: (result: string) => metrics.count('postern_standby_reads_total', { result }),
      }
    : undefined;
  const tenancy = createTenancy({ ...config, address, cache }, { regional, standby });
  const domains = createCustomDomains(config, tenancy, cache);
  const app: Omit<App, 'tokens'> = {
    config,
    log,
    cache,
    tenancy,
    metrics,
    egress: createEgress({ allowPrivate: config.allowPrivateEgress, allowedHosts: config.allowedHosts }),
    storage: createStorage(config),
    scanUpload: createScanner(config.scanner, log),
    vault: createVault({
      keys: config.vaultKeys,
      isDatabaseEmbedded: config.databaseUrl === undefined,
      dataDir: config.dataDir,
    }),
    tenants: {
      find: (tenantId) =>
        cache.get(
          tenantId,
          'tenant',
          // Read from the home database, so that suspension and deletion take effect at once.
          async () =>
            requireRegion(tenancy, (await tenancy.home.run<TenantRow>(tenantId, findTenantStatement, [tenantId]))[0]),
        ),
    },
    guards: {},
    domains,
    cookieNames: createCookieNames(),
    certificateOf: createCertificateReader(config),
    prepared: createPreparedAnswers({ config, cache, domains, tenancy, metrics, log }),
    endpointOf: (tenantId) => {
      const domain = currentDomain();
      return domain?.tenantId === tenantId ? domain.origin : endpointOf(config, tenantId);
    },
    sealed: sealedColumns,
    endpoints: new Set(),
    stateOf<State>(feature: string) {
      if (!states.has(feature)) {
        throw new Error(`The feature ${feature} has not started.`);
      }
      // A feature only reads the state that its own `start` returned.
      return states.get(feature) as State;
    },
    isThroughConsole: (request) => (request.raw as Marked)[throughConsole] !== undefined,
  };
  return { app: Object.assign(app, { tokens: createTokenVerifier(app as App) }), regional };
}

/** Management calls of the cloud console have the path /m/{tenantId}/api/…; the token decides on access. */
function unwrapConsoleUrl(request: IncomingMessage): string {
  const url = request.url ?? '/';
  const match = /^\/m\/([\da-z]{1,21})(\/api\/.*)$/.exec(url);
  if (!match?.[1] || !match[2]) {
    return url;
  }
  (request as Marked)[throughConsole] = match[1];
  return match[2];
}

const healthPaths = ['/healthz', '/livez', '/readyz'];
/** Static files of the product: open pages and error pages need them while a region is unreachable. */
const isAsset = (url: string) => url.startsWith('/assets/experience/');

const belongsToNoTenant = (url: string) => healthPaths.includes(url) || isAsset(url) || isChallenge(url);

/** A host may contain any tenant id. Requests for unknown or deleted tenants are rejected, even if rows still exist. */
function refuseUnknownTenants({ server, app, tenantOf }: Scope): void {
  server.addHook('onRequest', async (request) => {
    if (belongsToNoTenant(request.url)) {
      return;
    }
    const tenantId = tenantOf(request);
    const tenant = await app.tenants.find(tenantId);
    if (!tenant) {
      throw new NoTenantError();
    }
    request.tenantClass = isPaidPlan(tenant.planId) ? 'paid' : 'free';
    app.tenancy.requireReachable(tenantId);
  });
}

function mountDocuments({ app, server, tenantOf }: Scope): void {
  for (const { path, title, parts } of openApiDocuments) {
    let printed: string | undefined;
    const placeholder = 'https://origin.invalid';
    server.get(path, (request, reply) => {
      const contracts = registeredEndpoints(app).filter(({ document }) => !parts || parts.includes(document));
      printed ??= JSON.stringify(printOpenApi(contracts, title, placeholder));
      const document = printed.replaceAll(placeholder, app.endpointOf(tenantOf(request)));
      return reply
        .type('application/json; charset=utf-8')
        .header('cache-control', 'public, max-age=300')
        .send(document);
    });
  }
}

type Health = { regional: Regional; checkReadiness: () => Promise<Readiness>; isStopping: () => boolean };

function mountHealth(server: FastifyInstance, { regional, checkReadiness, isStopping }: Health): void {
  const { databases } = regional;
  for (const path of ['/healthz', '/livez']) {
    server.get(path, (_request, reply) => reply.code(204).send());
  }
  server.get('/readyz', async (request, reply) => {
    if (isStopping()) {
      throw new AppError('server.stopping');
    }
    const { status, parts, failure } = await checkReadiness();
    reply.header('cache-control', 'no-store');
    if (failure) {
      return reply
        .code(failure.status)
        .header('retry-after', failure.options.retryAfter ?? 1)
        .send({ ...errorBody(failure, languagesOf(request)), status, parts });
    }
    // The server is still ready: it serves the other regions and the console.
    const down = databases.filter(({ region, isUp }) => !region.isPrivate && !isUp()).map(({ region }) => region.id);
    return down.length > 0
      ? reply.send({ status: 'degraded', parts, regions: { down } })
      : reply.send({ status, parts });
  });
}

const channelsOf = (features: Feature[], app: App) =>
  Object.fromEntries(
    features
      .flatMap(({ channels = {} }) => Object.entries(channels))
      .map(([name, react]) => [name, (payload: string) => react(app, payload)]),
  );

/** Builds both servers on a migrated database. They do not listen yet. */
export async function createApp(config: Config, log: Log, address: DatabaseAddress): Promise<Running> {
  let isStopping = false;
  const states: States = new Map();
  const { app, regional } = createContext(config, log, address, states);
  // Loaded on demand: most installations record no traces.
  const tracing =
    config.tracing &&
    (await import('./platform/observe/record-spans.ts')).startTracing({
      config: config.tracing,
      nodeId: config.nodeId,
      log,
      metrics: app.metrics,
    });
  // Without traces the functions are used as they are.
  const noteTenant: typeof traceTenants = tracing ? traceTenants : (tenantOf) => tenantOf;
  const features: Feature[] = [...coreFeatures, ...(config.edition === 'cloud' ? cloudFeatures : openSourceFeatures)];
  app.guards = Object.assign({}, ...features.map(({ guards }) => guards));
  app.quota = features.find(({ quota }) => quota)?.quota?.(app);
  const options = { config, log, metrics: app.metrics, isStopping: () => isStopping };
  const tenantClass = config.edition === 'cloud' ? 'none' : 'default';
  const admin = createServer({
    ...options,
    tenantClass: 'admin',
    endpoint: config.adminEndpoint,
    rewriteUrl: unwrapConsoleUrl,
  });
  const core = createServer({
    ...options,
    tenantClass,
    endpoint: config.endpoint,
    explain: explainError,
    ...(sharesPort(config) ? { serverFactory: createSharedServer(config, admin.routing) } : {}),
  });
  const proxy = config.protectedApps && (await createProxyServer(app));
  const domainProxy: Parameters<typeof serveTls>[2] = proxy && {
    server: proxy,
    accept: (request, socket, head) => acceptUpgrade(proxy, request, socket, head),
  };
  const tls = config.customDomains.tls && serveTls(app, core, domainProxy);
  const mtls = config.mtls?.port === undefined ? undefined : serveTls(app, core, domainProxy, true);
  const stoppable = [tls, mtls].flatMap((server) =>
    server ? [{ server, close: async () => server.listening && promisify(server.close.bind(server))() }] : [],
  );
  const drain = prepareDrain([...stoppable, core, admin, ...(proxy ? [proxy] : [])]);
  const coreScope: Scope = {
    server: core,
    app,
    prefix: prefixOf(config.endpoint),
    tenantOf: noteTenant(tenantByHost(config)),
  };
  const adminScope: Scope = {
    server: admin,
    app,
    prefix: prefixOf(config.adminEndpoint),
    tenantOf: noteTenant((request) => (request.raw as Marked)[throughConsole] ?? adminTenantId),
  };

  useCustomDomains(core, config, app.domains);
  useCookieNames(core, config.endpoint, app.cookieNames);
  useCookieNames(admin, config.adminEndpoint, app.cookieNames);
  if (config.edition === 'cloud') {
    refuseUnknownTenants(coreScope);
  }
  let isWorkerAlive = () => true;
  let queueAges = async (): Promise<QueueAge[]> => [];
  const probe = createWriteProbe(app.tenancy, log);
  const checkReadiness = createReadinessCheck({
    log,
    vault: app.vault,
    requireWritable: probe.requireWritable,
    clockOffsetMs: probe.clockOffsetMs,
    system: app.tenancy.system,
    migrations: await migrationNames(),
    loadEngine: () => providerOf(app, adminTenantId),
    isWorkerAlive: () => isWorkerAlive(),
    queueAges: () => queueAges(),
  });
  for (const server of [core, admin]) {
    app.prepared.serveFirst(server.server, () => isStopping);
    allowConsoleOrigins(server, config);
    mountHealth(server, { regional, checkReadiness, isStopping: () => isStopping });
  }
  const load = createLoad();
  const isExempt = (url: string) => belongsToNoTenant(url) || url === '/metrics';
  limitLoad(coreScope, load, isExempt);
  // The tenant in the path is not verified yet, so all requests of the console have one share.
  limitLoad({ server: admin, tenantOf: () => adminTenantId }, load, isExempt);
  admin.get('/metrics', async (request, reply) => {
    if (!mayReadMetrics(config, request)) {
      throw new AppError('auth.unauthorized');
    }
    return reply.type('text/plain; version=0.0.4').send(await app.metrics.print());
  });
  for (const feature of features) {
    feature.tenantRoutes?.(coreScope);
    feature.tenantRoutes?.(adminScope);
    feature.adminRoutes?.(adminScope);
  }
  mountDocuments(coreScope);
  mountDocuments(adminScope);
  tenantPages(coreScope);
  adminPages(adminScope);

  const pool = app.tenancy.stats;
  app.metrics.gauge('postern_db_connections_open', () => pool().open);
  app.metrics.gauge('postern_db_connections_waiting', () => pool().waiting);
  app.metrics.gauge('postern_clock_offset_seconds', () => probe.clockOffsetMs() / 1000);
  app.metrics.gauge('postern_http_requests_open', () => load.stats().inFlight);
  app.metrics.gauge('postern_http_requests_waiting', () => load.stats().waiting);
  app.metrics.gauge('postern_password_hashes_waiting', waitingHashes);
  app.metrics.gauge('process_resident_memory_bytes', () => process.memoryUsage.rss());

  await seed(app);
  for (const feature of features) {
    if (feature.start) {
      states.set(feature.name, await feature.start(app));
    }
  }
  await Promise.all([core.ready(), admin.ready(), proxy?.ready()]);
  const worker = startRegionWorkers(
    app,
    { core: coreFeatures, cloud: config.edition === 'cloud' ? cloudFeatures : [] },
    regional.databases.map(({ code }) => code),
  );
  isWorkerAlive = worker.isAlive;
  queueAges = worker.ages;
  app.metrics.gaugeEach('postern_job_wait_seconds', async () => {
    // Without the database, the other metrics are still needed.
    const ages = await worker.ages().catch((error: unknown) => {
      log.warn({ err: error }, 'queue ages unknown');
      return [];
    });
    return ages.map(({ queue, seconds }) => ({ labels: { queue }, value: seconds }));
  });
  app.tenancy.onEvents((region) => worker.of(region)?.wake());
  const channels = {
    postern_tenant_changed: (tenantId: string) => app.cache.drop(tenantId),
    ...channelsOf(features, app),
  };
  const notifications: Notifications = await listen({
    address: directAddress(config, address),
    log,
    channels,
    onReconnect: () => app.cache.clear(),
    onSilent: () => app.tenancy.abandon('home'),
  });
  const watches = watchDatabases(app, address);
  const onRegionUp = (region: string) => {
    for (const feature of features) {
      feature.onRegionUp?.(app, region);
    }
  };
  await watchRegions(regional.databases, app, worker.of, onRegionUp, channels);

  return {
    app,
    core,
    admin,
    tls,
    mtls,
    proxy,
    worker,
    async stop() {
      isStopping = true;
      await drain();
      await worker.stop();
      await Promise.all(features.map((feature) => feature.stop?.(app)));
      for (const watch of watches) {
        watch.stop();
      }
      await notifications.close();
      await app.tenancy.close();
      await tracing?.stop();
    },
  };
}
