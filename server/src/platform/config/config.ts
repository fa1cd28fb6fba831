import { randomBytes } from 'node:crypto';
import { statSync } from 'node:fs';
import { resolve } from 'node:path';
import { z } from 'zod';
import { type ScannerAddress, scannerAddress } from '#platform/files/scan-upload';
import {
  databaseUrl,
  endpointPattern,
  endpointWithPath,
  hostList,
  prefixOf,
  resolverList,
  trustedProxies,
} from '#platform/tenancy/addresses';
import { ConfigError } from './config-error.ts';
import { defaultHeaders, headerMapping } from './header-mapping.ts';
import { type MtlsConfig, mtlsVariables, readMtls } from './mtls-config.ts';
import { port } from './port.ts';
import { type ProtectedAppsConfig, readProtectedApps } from './protected-hosts.ts';
import { readFiles } from './read-files.ts';
import { defaultRegions, type RegionConfig, regionList, regionOf } from './regions.ts';
import { readTls, type TlsConfig, tlsVariables } from './tls-config.ts';
import { readTraceConfig, type TraceConfig, traceVariables } from './trace-config.ts';

const flag = z.enum(['true', 'false', '1', '0', '']).transform((value) => value === 'true' || value === '1');

const roleNames = z
  .string()
  .transform((value) => [...new Set(value.split(',').map((name) => name.trim()))].filter(Boolean))
  .pipe(z.array(z.string().max(128, 'must be names of roles, parted by commas, of at most 128 characters each')));

/** Decodes keys of 32 bytes in base64, separated by commas or white space; undefined if the text is anything else. */
export function readVaultKeys(text: string): Buffer[] | undefined {
  const keys = text.trim().split(/\s*,\s*|\s+/);
  return keys.every((key) => /^[\d+/A-Za-z]{43}=$/.test(key))
    ? keys.map((key) => Buffer.from(key, 'base64'))
    : undefined;
}

const vaultKeys = z
  .string()
  .transform(readVaultKeys)
  .refine((keys) => keys !== undefined, 'must be 32 bytes in base64, such as openssl rand -base64 32 prints');

/** Variables whose values must never be logged. */
const secretNames = /SECRET|PASSWORD|_KEY|REGIONS|HEADERS|TOKEN/;

const Environment = z.object({
  NODE_ENV: z.string().default('development'),
  EDITION: z.enum(['oss', 'cloud']).default('oss'),
  PORT: port.prefault('3001'),
  ADMIN_PORT: port.prefault('3002'),
  HOST: z.string().min(1).default('127.0.0.1'),
  ENDPOINT: endpointWithPath.optional(),
  ADMIN_ENDPOINT: endpointWithPath.refine((value) => !value.includes('*'), 'must not hold *').optional(),
  PROTECTED_APPS_ENDPOINT: endpointPattern
    .refine((value) => /^https?:\/\/\*\.[^*]+$/.test(value), 'must start with *., such as https://*.apps.example.com')
    .optional(),
  PROTECTED_APPS_PORT: port.prefault('3003'),
  PROTECTED_APPS_TIMEOUT: z.coerce.number().int().min(1).max(3600).prefault('60'),
  DATABASE_URL: databaseUrl.optional(),
  DATABASE_DIRECT_URL: databaseUrl.optional(),
  DATABASE_READ_URL: databaseUrl.optional(),
  DATABASE_POOL_SIZE: z.coerce.number().int().min(1).max(1000).default(20),
  DATABASE_POOL_MODE: z.enum(['session', 'transaction']).default('session'),
  DATA_DIR: z.string().min(1).default('.data'),
  WORKERS: z.coerce.number().int().min(1).max(256).default(1),
  TRUST_PROXY: trustedProxies.default(false),
  INJECTED_HEADER_MAPPING_JSON: headerMapping.prefault(JSON.stringify(defaultHeaders)),
  DNS_RESOLVER: resolverList.default([]),
  MULTIPLE_CUSTOM_DOMAINS_ENABLED: flag.default(false),
  ...tlsVariables,
  MTLS_PORT: port.optional(),
  ...mtlsVariables,
  ALLOW_PRIVATE_EGRESS: flag.default(false),
  EGRESS_ALLOWED_HOSTS: hostList.optional(),
  CLAMAV_ADDRESS: scannerAddress.optional(),
  STATUS_API_KEY: z.string().min(16, 'must have 16 characters or more').optional(),
  METRICS_TOKEN: z.string().min(16, 'must have 16 characters or more').optional(),
  USER_DEFAULT_ROLE_NAMES: roleNames.default([]),
  CASE_SENSITIVE_USERNAME: flag.default(true),
  PRIVATE_KEY_ROTATION_GRACE_PERIOD: z.coerce.number().int().min(0).max(604_800).default(0),
  REGIONS: regionList.optional(),
  SECRET_VAULT_KEK: vaultKeys.optional(),
  CONNECTORS_DIR: z
    .string()
    .refine((path) => statSync(path, { throwIfNoEntry: false })?.isDirectory() === true, 'must be a folder that exists')
    .transform((path) => resolve(path))
    .optional(),
  PWNED_PASSWORDS_URL: z
    .string()
    .refine(
      (value) => /^https?:\/\//.test(value) && URL.canParse(value),
      'must be the http(s) address of a range service',
    )
    .transform((value) => value.replace(/\/+$/, ''))
    .optional(),
  PAYMENT_PROVIDER: z.enum(['local', 'stripe']).default('local'),
  PAYMENT_SANDBOX: flag.default(false),
  STRIPE_SECRET_KEY: z.string().optional(),
  STRIPE_WEBHOOK_SECRET: z.string().optional(),
  STRIPE_API_URL: endpointPattern.refine((value) => !value.includes('*'), 'must not hold *').optional(),
  SELLER_NAME: z.string().trim().max(200).optional(),
  SELLER_ADDRESS: z.string().max(500).default(''),
  SELLER_TAX_ID: z.string().trim().max(64).optional(),
  SELLER_TAX_NAME: z.string().trim().min(1).max(32).default('VAT'),
  SELLER_TAX_RATE: z.coerce.number().min(0).max(100).default(0),
  INVOICE_PREFIX: z.string().trim().min(1).max(24).default('INV-'),
  CREDIT_NOTE_PREFIX: z.string().trim().min(1).max(24).default('CN-'),
  FORBID_DOWNGRADE_OVER_QUOTA: flag.default(false),
  DIRECTORY_SYNC_REQUESTS_PER_SECOND: z.coerce.number().int().min(1).max(100_000).default(100),
  MAX_DEVELOPMENT_TENANTS: z.coerce.number().int().min(1).max(100_000).default(10),
  LOG_LEVEL: z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent']).default('info'),
  STORAGE: z.enum(['local', 's3']).default('local'),
  S3_ENDPOINT: z.string().optional(),
  S3_REGION: z.string().default('us-east-1'),
  S3_BUCKET: z.string().optional(),
  S3_ACCESS_KEY_ID: z.string().optional(),
  S3_SECRET_ACCESS_KEY: z.string().optional(),
  S3_PUBLIC_URL: z.string().optional(),
  DOCS_URL: z.string().optional(),
  CONTACT_CHAT_URL: z.url({ protocol: /^https?$/ }).optional(),
  CONTACT_ISSUES_URL: z.url({ protocol: /^https?$/ }).optional(),
  CONTACT_MEETING_URL: z.url({ protocol: /^https?$/ }).optional(),
  CONTACT_EMAIL: z.email().optional(),
  RELEASE_INFO_URL: z.string().optional(),
  TRACKER_URL: z.url({ protocol: /^https?$/ }).optional(),
  TRACKER_KEY: z.string().max(500).optional(),
  AI_BASE_URL: z
    .url({ protocol: /^https?$/ })
    .transform((value) => value.replace(/\/+$/, ''))
    .optional(),
  AI_API_KEY: z.string().optional(),
  AI_MODEL: z.string().max(200).optional(),
  ADMIN_GOOGLE_CLIENT_ID: z.string().optional(),
  ADMIN_GOOGLE_CLIENT_SECRET: z.string().optional(),
  ADMIN_GITHUB_CLIENT_ID: z.string().optional(),
  ADMIN_GITHUB_CLIENT_SECRET: z.string().optional(),
  ...traceVariables,
});

const isVariable = (name: string) => name in Environment.shape;

export { ConfigError };

export const consoleProviders = ['google', 'github'] as const;
export type ConsoleProvider = (typeof consoleProviders)[number];

export type Config = Readonly<{
  edition: 'oss' | 'cloud';
  isProduction: boolean;
  host: string;
  port: number;
  adminPort: number;
  /** Where the tenants are: an origin, with a path if the host is shared, or with `*` for the tenant (cloud edition). */
  endpoint: string;
  /** Where the console is: an origin, with a path if the host is shared. */
  adminEndpoint: string;
  /** Where the proxy serves protected applications; undefined if this installation has none. */
  protectedApps: ProtectedAppsConfig | undefined;
  databaseUrl: string | undefined;
  /** Bypasses a transaction pooler, for work that needs a session: migrations and LISTEN. */
  databaseDirectUrl: string | undefined;
  /** A standby of the database, for large reads. */
  databaseReadUrl: string | undefined;
  poolSize: number;
  poolMode: 'session' | 'transaction';
  dataDir: string;
  /** Number of processes that share the ports. */
  workers: number;
  /** Number of proxies in front, or their networks; false if there are none. */
  trustProxy: number | string[] | false;
  /** Headers of a trusted proxy about the place and the sender of a request, by the name of what they say. */
  injectedHeaders: Record<string, string>;
  customDomains: {
    /** DNS servers as `address` or `address:port`; those of the system if empty. */
    resolvers: string[];
    /** Maximum number per tenant; otherwise the plan limits it. */
    max: number | undefined;
    /** Set if this server has the certificates of custom domains; otherwise an outer proxy does. */
    tls: TlsConfig | undefined;
  };
  /** Client certificates; undefined if nothing provides them. */
  mtls: MtlsConfig | undefined;
  allowPrivateEgress: boolean;
  /** Hosts that may be called, `*.` for all below a name; undefined if all public ones may. */
  allowedHosts: readonly string[] | undefined;
  /** Scans uploads for malware; undefined if nothing does. */
  scanner: ScannerAddress | undefined;
  /** Required of those who read the metrics. */
  /** Of programs that may learn from the status which tenant an address belongs to. */
  statusApiKey: string | undefined;
  metricsToken: string | undefined;
  /** The regions for tenants. A region may have its own database and endpoint. */
  regions: readonly RegionConfig[];
  /** Assigned to every new user in addition to the tenant's default roles. */
  userDefaultRoleNames: readonly string[];
  caseSensitiveUsername: boolean;
  /** Seconds until a new private key signs, unless the request says otherwise. */
  keyRotationGraceSeconds: number;
  /** The vault key. If unset, an installation with the embedded database generates one. */
  vaultKeys: readonly Buffer[];
  /** Folder with additional connector packages. */
  connectorsDir: string | undefined;
  /** Service that looks up breached passwords by hash prefix. If unset, the built-in list is used. */
  pwnedPasswordsUrl: string | undefined;
  logLevel: string;
  storage:
    | { kind: 'local' }
    | {
        kind: 's3';
        endpoint: string;
        region: string;
        bucket: string;
        accessKeyId: string;
        secretAccessKey: string;
        publicUrl: string;
      };
  /** Payment provider for plans (cloud edition); `none` if the sandbox is not enabled. */
  payments:
    | { provider: 'local' }
    | { provider: 'stripe'; secretKey: string; webhookSecret: string; apiUrl: string | undefined }
    | { provider: 'none' };
  /** Printed on invoices that this server creates, with the prefixes of their numbers. */
  seller: {
    name: string | undefined;
    address: string[];
    taxId: string | null;
    taxName: string;
    /** Percent; prices include it. */
    taxRate: number;
    invoicePrefix: string;
    creditPrefix: string;
  };
  /** Whether a tenant must be within the limits of the free plan before it can downgrade to it. */
  forbidDowngradeOverQuota: boolean;
  /** Maximum number of development tenants per administrator. */
  maxDevelopmentTenants: number;
  /** Requests of one directory token, on average over ten seconds. */
  directorySyncRate: number;
  docsUrl: string | undefined;
  /** How users of the console contact the operator of this installation. */
  contact: Partial<Record<'chat' | 'issues' | 'meeting' | 'email', string>>;
  releaseInfoUrl: string | undefined;
  /** The language model behind the help of the console, at an OpenAI-compatible endpoint. */
  /** Receives product events and page views. Nothing is sent without it. */
  tracker: { url: string; key: string | undefined } | undefined;
  assistant: { baseUrl: string; apiKey: string | undefined; name: string } | undefined;
  /** Social providers for signing in to the console (cloud edition). */
  consoleProviders: Readonly<Partial<Record<ConsoleProvider, { clientId: string; clientSecret: string }>>>;
  /** Where traces are sent; undefined if this installation records none. */
  tracing: TraceConfig | undefined;
  /** Identifies this process in logs and lock rows. */
  nodeId: string;
}>;

/** Reads the environment once. Throws a one-line error for an invalid value. */
export function readConfig(environment: Record<string, string | undefined>): Config {
  const given = readFiles(environment, isVariable);
  const parsed = Environment.safeParse(given);
  if (!parsed.success) {
    const issue = parsed.error.issues[0];
    const name = String(issue?.path[0]);
    // A URL may contain a password, and this line is logged. Files contain secrets.
    const isFile = given[name] !== environment[name];
    const isSecret = isFile || secretNames.test(name) || (given[name] ?? '').includes('@');
    const got = isSecret ? '' : ` (got ${JSON.stringify(given[name])})`;
    throw new ConfigError(`${name}: ${issue?.message}${got}`);
  }
  const env = parsed.data;
  const isCloud = env.EDITION === 'cloud';
  const endpoint = env.ENDPOINT ?? (isCloud ? `http://*.localhost:${env.PORT}` : `http://localhost:${env.PORT}`);
  if (isCloud !== endpoint.includes('*')) {
    throw new ConfigError(
      isCloud
        ? `ENDPOINT: must contain * for the tenant ID in the cloud edition, such as https://*.auth.example.com (got "${endpoint}")`
        : `ENDPOINT: * is for the cloud edition only (got "${endpoint}")`,
    );
  }
  const adminEndpoint = env.ADMIN_ENDPOINT ?? `http://localhost:${env.ADMIN_PORT}`;
  requireAddresses(env, endpoint, adminEndpoint);
  const regions = readRegions(env, endpoint);
  return {
    edition: env.EDITION,
    isProduction: env.NODE_ENV === 'production',
    host: env.HOST,
    port: env.PORT,
    adminPort: env.ADMIN_PORT,
    endpoint,
    adminEndpoint,
    protectedApps: readProtectedApps(env, [
      endpoint,
      adminEndpoint,
      ...regions.flatMap((region) => region.endpoint ?? []),
    ]),
    databaseUrl: env.DATABASE_URL,
    databaseDirectUrl: env.DATABASE_DIRECT_URL,
    databaseReadUrl: env.DATABASE_READ_URL,
    poolSize: env.DATABASE_POOL_SIZE,
    poolMode: env.DATABASE_POOL_MODE,
    dataDir: resolve(env.DATA_DIR),
    workers: env.WORKERS,
    trustProxy: env.TRUST_PROXY,
    injectedHeaders: env.INJECTED_HEADER_MAPPING_JSON,
    customDomains: {
      resolvers: env.DNS_RESOLVER,
      max: env.MULTIPLE_CUSTOM_DOMAINS_ENABLED ? 10 : undefined,
      tls: readTls(env),
    },
    mtls: readMtls(env),
    allowPrivateEgress: env.ALLOW_PRIVATE_EGRESS,
    allowedHosts: readAllowedHosts(env),
    scanner: env.CLAMAV_ADDRESS,
    statusApiKey: env.STATUS_API_KEY,
    metricsToken: env.METRICS_TOKEN,
    regions,
    userDefaultRoleNames: env.USER_DEFAULT_ROLE_NAMES,
    caseSensitiveUsername: env.CASE_SENSITIVE_USERNAME,
    keyRotationGraceSeconds: env.PRIVATE_KEY_ROTATION_GRACE_PERIOD,
    vaultKeys: env.SECRET_VAULT_KEK ?? [],
    connectorsDir: env.CONNECTORS_DIR,
    pwnedPasswordsUrl: env.PWNED_PASSWORDS_URL,
    logLevel: env.LOG_LEVEL,
    storage: readStorage(env),
    payments: readPayments(env),
    seller: readSeller(env),
    forbidDowngradeOverQuota: env.FORBID_DOWNGRADE_OVER_QUOTA,
    maxDevelopmentTenants: env.MAX_DEVELOPMENT_TENANTS,
    directorySyncRate: env.DIRECTORY_SYNC_REQUESTS_PER_SECOND,
    docsUrl: env.DOCS_URL,
    contact: {
      chat: env.CONTACT_CHAT_URL,
      issues: env.CONTACT_ISSUES_URL,
      meeting: env.CONTACT_MEETING_URL,
      email: env.CONTACT_EMAIL,
    },
    releaseInfoUrl: env.RELEASE_INFO_URL,
    tracker: env.TRACKER_URL ? { url: env.TRACKER_URL, key: env.TRACKER_KEY } : undefined,
    assistant: readAssistant(env),
    consoleProviders: readConsoleProviders(env),
    tracing: readTraceConfig(env),
    nodeId: randomBytes(6).toString('hex'),
  };
}

/** Tenants and the console must be distinguishable by their addresses. */
function requireAddresses({ EDITION, PORT }: z.infer<typeof Environment>, endpoint: string, adminEndpoint: string) {
  const withPath = [endpoint, adminEndpoint].find((address) => prefixOf(address) !== '');
  if (withPath !== undefined && EDITION === 'cloud') {
    throw new ConfigError(
      `${withPath === endpoint ? 'ENDPOINT' : 'ADMIN_ENDPOINT'}: must not have a path in the cloud edition, where each tenant has its own host (got "${withPath}")`,
    );
  }
  // With port 0 the real addresses are not known yet.
  if (endpoint === adminEndpoint && PORT !== 0) {
    throw new ConfigError(
      `ADMIN_ENDPOINT: must differ from ENDPOINT in its host or its path, such as http://localhost:${PORT}/admin (both are "${endpoint}")`,
    );
  }
}

/** Services of the operator's own settings need not be listed again. */
function readAllowedHosts(env: z.infer<typeof Environment>): string[] | undefined {
  const own = [env.PWNED_PASSWORDS_URL, env.TRACKER_URL, env.AI_BASE_URL].flatMap((url) =>
    url === undefined ? [] : new URL(url).hostname,
  );
  return env.EGRESS_ALLOWED_HOSTS && [...env.EGRESS_ALLOWED_HOSTS, ...own];
}

function readAssistant({ AI_BASE_URL: baseUrl, AI_API_KEY: apiKey, AI_MODEL: name }: z.infer<typeof Environment>) {
  if (baseUrl && name) {
    return { baseUrl, apiKey, name };
  }
  if (baseUrl || apiKey || name) {
    throw new ConfigError('AI_BASE_URL and AI_MODEL: set both, or neither');
  }
  return undefined;
}

function readStorage(env: z.infer<typeof Environment>): Config['storage'] {
  if (env.STORAGE === 'local') {
    return { kind: 'local' };
  }
  const { S3_BUCKET: bucket, S3_ACCESS_KEY_ID: accessKeyId, S3_SECRET_ACCESS_KEY: secretAccessKey } = env;
  if (!bucket || !accessKeyId || !secretAccessKey) {
    throw new ConfigError('STORAGE: s3 needs S3_BUCKET, S3_ACCESS_KEY_ID and S3_SECRET_ACCESS_KEY');
  }
  const endpoint = env.S3_ENDPOINT?.replace(/\/+$/, '') ?? `https://s3.${env.S3_REGION}.amazonaws.com`;
  return {
    kind: 's3',
    endpoint,
    region: env.S3_REGION,
    bucket,
    accessKeyId,
    secretAccessKey,
    publicUrl: env.S3_PUBLIC_URL ?? `${endpoint}/${bucket}`,
  };
}

function readSeller(env: z.infer<typeof Environment>): Config['seller'] {
  if (env.INVOICE_PREFIX === env.CREDIT_NOTE_PREFIX) {
    throw new ConfigError('CREDIT_NOTE_PREFIX: must differ from INVOICE_PREFIX, because each has its own numbers');
  }
  return {
    name: env.SELLER_NAME || undefined,
    // Lines may be separated by | if a variable cannot contain a line break.
    address: env.SELLER_ADDRESS.split(/[\n|]/)
      .map((line) => line.trim())
      .filter((line) => line !== ''),
    taxId: env.SELLER_TAX_ID || null,
    taxName: env.SELLER_TAX_NAME,
    taxRate: env.SELLER_TAX_RATE,
    invoicePrefix: env.INVOICE_PREFIX,
    creditPrefix: env.CREDIT_NOTE_PREFIX,
  };
}

/** The sandbox takes no real money, so production must enable it explicitly. */
function readPayments(env: z.infer<typeof Environment>): Config['payments'] {
  if (env.PAYMENT_PROVIDER === 'local') {
    return { provider: env.NODE_ENV === 'production' && !env.PAYMENT_SANDBOX ? 'none' : 'local' };
  }
  const { STRIPE_SECRET_KEY: secretKey, STRIPE_WEBHOOK_SECRET: webhookSecret, STRIPE_API_URL: apiUrl } = env;
  if (!secretKey || !webhookSecret) {
    throw new ConfigError('PAYMENT_PROVIDER: stripe needs STRIPE_SECRET_KEY and STRIPE_WEBHOOK_SECRET');
  }
  return { provider: 'stripe', secretKey, webhookSecret, apiUrl };
}

function readConsoleProviders(env: z.infer<typeof Environment>): Config['consoleProviders'] {
  const given = consoleProviders.map((provider) => {
    const name = `ADMIN_${provider.toUpperCase()}` as 'ADMIN_GOOGLE' | 'ADMIN_GITHUB';
    const [clientId, clientSecret] = [env[`${name}_CLIENT_ID`], env[`${name}_CLIENT_SECRET`]];
    if (Boolean(clientId) !== Boolean(clientSecret)) {
      throw new ConfigError(`${name}_CLIENT_ID: needs ${name}_CLIENT_SECRET, and the reverse`);
    }
    if (clientId && env.EDITION === 'oss') {
      throw new ConfigError(`${name}_CLIENT_ID: is for the cloud edition only`);
    }
    return [provider, clientId && clientSecret ? { clientId, clientSecret } : undefined] as const;
  });
  return Object.fromEntries(given.filter(([, client]) => client));
}

function readRegions({ EDITION, REGIONS }: z.infer<typeof Environment>, endpoint: string): readonly RegionConfig[] {
  if (REGIONS && EDITION === 'oss') {
    throw new ConfigError('REGIONS: is for the cloud edition only');
  }
  const same = REGIONS?.find((region) => region.endpoint === endpoint);
  if (same) {
    throw new ConfigError(`REGIONS: ${same.id} has the address of ENDPOINT; remove its endpoint`);
  }
  return REGIONS ?? defaultRegions;
}

/** The origins of the tenants, with `*` in place of the tenant in the cloud edition. */
export const endpointPatterns = ({ endpoint, regions }: Config): string[] => [
  endpoint,
  ...regions.flatMap((region) => region.endpoint ?? []),
];

/** The origin on which the users of a tenant sign in. */
export function endpointOf(config: Config, tenantId: string): string {
  if (tenantId === 'admin') {
    return config.adminEndpoint;
  }
  const pattern = regionOf(config.regions, tenantId)?.endpoint ?? config.endpoint;
  return pattern.replace('*', tenantId);
}

/** The origin of a tenant for clients with certificates. Regions with their own endpoint have none. */
export function mtlsEndpointOf({ mtls, regions }: Config, tenantId: string): string | undefined {
  const isElsewhere = regionOf(regions, tenantId)?.endpoint !== undefined;
  return tenantId === 'admin' || isElsewhere ? undefined : mtls?.endpoint?.replace('*', tenantId);
}
