import { fileURLToPath, pathToFileURL } from 'node:url';
import { hostedEmailService, ownConnectors } from '@postern/connectors';
import type { AnyConnector, ConfigGuard, ConnectorFactory, FactoryOptions } from '@postern/connectors/kit/interface';
import { ConnectorMetadata, type ConnectorType, ConnectorType as Type } from '@postern/contracts/messages/connectors';
import type { App } from '#platform/app';
import { listPackages, moduleOf, type PackageFolder, withFiles } from './read-package.ts';

export type Factory = {
  type: ConnectorType;
  metadata: ConnectorMetadata;
  configGuard: ConfigGuard;
  hostsOf?: AnyConnector['hostsOf'];
  /** Settings with addresses that are not called. A package cannot declare any. */
  uncalledSettings: string[];
  /** From the operator's folder: its requests do not use our egress guard. */
  isExternal: boolean;
  /** Sends with the operator's connector, see `operator-service.ts`. */
  isHosted?: boolean;
  create: ConnectorFactory;
};

const loadTimeoutMs = 15_000;

/** For a factory that only describes itself. */
const idle: FactoryOptions = {
  getConfig: async () => ({}),
  egress: {
    fetch: () => Promise.reject(new Error('not while loading')),
    resolve: () => Promise.reject(new Error('not while loading')),
  },
};

const methods: Record<ConnectorType, string[]> = {
  Email: ['sendMessage'],
  Sms: ['sendMessage'],
  Social: ['getAuthorizationUri', 'getUserInfo'],
};

/** A package cannot declare itself trusted; only the tenant can. */
const withoutTrust = ({ trustAddressesByDefault: _, ...metadata }: ConnectorMetadata): ConnectorMetadata => metadata;

/** The validated description of a factory. */
async function describeFactory(create: ConnectorFactory, folder: string, isExternal: boolean): Promise<Factory> {
  const connector = await create(idle);
  const type = Type.safeParse(connector?.type);
  if (!type.success) {
    throw new Error('unexpected_type: type must be Email, Sms or Social');
  }
  const missing = methods[type.data].filter((name) => typeof Reflect.get(connector, name) !== 'function');
  if (missing.length > 0) {
    throw new Error(`not_implemented: ${missing.join(', ')} is missing`);
  }
  if (typeof connector.configGuard?.safeParse !== 'function') {
    throw new Error('invalid_config_guard: configGuard must have the function safeParse');
  }
  const metadata = ConnectorMetadata.safeParse(connector.metadata);
  if (!metadata.success) {
    const fields = metadata.error.issues.map(({ path }) => path.join('.')).join(', ');
    throw new Error(`invalid_metadata: ${fields}`);
  }
  return {
    type: type.data,
    metadata: await withFiles(folder, isExternal ? withoutTrust(metadata.data) : metadata.data),
    configGuard: connector.configGuard,
    hostsOf: connector.hostsOf,
    uncalledSettings: isExternal ? [] : (connector.uncalledSettings ?? []),
    isExternal,
    create,
  };
}

const own = new Map<string, Promise<Factory>>();

/** A connector of this repository. */
export function loadOwn(id: string): Promise<Factory> | undefined {
  // Ids come from requests: `constructor` is not a connector.
  const entry = Object.hasOwn(ownConnectors, id) ? ownConnectors[id] : undefined;
  const known = own.get(id);
  if (known || !entry) {
    return known;
  }
  const loading = entry.load().then((create) => describeFactory(create, fileURLToPath(entry.folder), false));
  own.set(id, loading);
  return loading;
}

let hostedEmail: Promise<Factory> | undefined;

export function loadHostedEmail(): Promise<Factory> {
  hostedEmail ??= hostedEmailService
    .load()
    .then((create) => describeFactory(create, fileURLToPath(hostedEmailService.folder), false))
    .then((factory) => ({ ...factory, isHosted: true }));
  return hostedEmail;
}

async function loadPackage({ folder }: PackageFolder): Promise<Factory> {
  const file = await moduleOf(folder);
  const module: { default?: unknown } = await import(pathToFileURL(file).href);
  if (typeof module.default !== 'function') {
    throw new Error('the default export is no function');
  }
  // The type follows the interface; the result is validated.
  return describeFactory(module.default as ConnectorFactory, folder, true);
}

function inTime<T>(work: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(`not loaded within ${loadTimeoutMs / 1000} s`)), loadTimeoutMs);
  });
  return Promise.race([work, late]).finally(() => clearTimeout(timer));
}

/** The packages of the operator's folder. Skips invalid ones and logs one line with the reason. */
async function loadPackages(app: App, path: string): Promise<Map<string, Factory>> {
  const factories = new Map<string, Factory>();
  for (const found of await listPackages(path)) {
    try {
      const factory = await inTime(loadPackage(found));
      const { id } = factory.metadata;
      if (Object.hasOwn(ownConnectors, id) || factories.has(id)) {
        throw new Error(`the id ${id} is taken by another connector`);
      }
      factories.set(id, factory);
      app.log.info({ package: found.name, connector: id }, 'connector package loaded');
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error);
      app.log.error({ package: found.name, reason }, 'connector package skipped');
    }
  }
  return factories;
}

type Packages = { external: Promise<Map<string, Factory>> };

/** Starts to load the operator's packages. The start of the server does not wait for them; a bad one is logged now. */
export async function startLoading(app: App): Promise<Packages> {
  const { connectorsDir } = app.config;
  const external = connectorsDir ? loadPackages(app, connectorsDir) : Promise.resolve(new Map<string, Factory>());
  return {
    external: external.catch((error: unknown) => {
      app.log.error({ err: error, folder: connectorsDir }, 'connector package listing failed');
      return new Map<string, Factory>();
    }),
  };
}

export const externalFactories = (app: App) => app.stateOf<Packages>('connectors').external;

export async function findFactory(app: App, id: string): Promise<Factory | undefined> {
  return loadOwn(id) ?? (await externalFactories(app)).get(id);
}

export async function listFactories(app: App): Promise<Factory[]> {
  const ours = await Promise.all(Object.keys(ownConnectors).map(loadOwn));
  const theirs = [...(await externalFactories(app)).values()];
  return [...ours.filter((factory) => factory !== undefined), ...theirs];
}
