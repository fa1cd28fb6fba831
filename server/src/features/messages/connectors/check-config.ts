import { fillSentence } from '@postern/contracts/field-issues';
import type { JsonObject } from '@postern/contracts/fields';
import type { CreateConnector, OwnMetadata, UpdateConnector } from '@postern/contracts/messages/connectors';
import type { App } from '#platform/app';
import { refusalOf } from '#platform/egress/egress';
import { type DescribedIssue, describeIssues } from '#platform/http/describe-issue';
import { AppError } from '#platform/http/errors';
import type { Factory } from './load.ts';
import { withoutSecrets } from './redact.ts';

const maxAddresses = 50;
const maxIssues = 20;

/** Removes values that a form left empty. */
export function withoutEmpty<T extends JsonObject>(values: T): T {
  const kept = Object.entries(values).filter(([, value]) => value !== '' && value !== null && value !== undefined);
  return Object.fromEntries(kept) as T;
}

type Issue = { path: readonly PropertyKey[]; code?: string; message: string; fill?: Record<string, string> };

const invalid = (lines: string[], issues: DescribedIssue[]) =>
  new AppError('connector.invalid_config', { details: lines.join('\n'), issues });

const lineOf = ({ path, code = 'custom', message, fill }: Issue) =>
  `${path.map(String).join('.')}: ${code}, ${fill ? fillSentence(message, fill) : message}`;

/**
 * A package brings its own zod, whose default messages are unknown here: the sentence is derived from the code if
 * possible.
 */
const withoutDefaultText = (issue: Issue) =>
  (issue.code ?? 'custom') === 'custom' ? issue : { ...issue, message: undefined };

/** Rejects a config that the connector cannot use. Names fields, but never their values. */
export function requireValidConfig(factory: Factory, config: JsonObject): void {
  const { success, issues } = parse(factory, config);
  if (success) {
    return;
  }
  const found = issues.slice(0, maxIssues).map((issue) => ({ ...issue, path: ['config', ...issue.path] }));
  const described = describeIssues(factory.isExternal ? found.map(withoutDefaultText) : found, maxIssues);
  throw invalid(withoutSecrets(found.map(lineOf), config, factory), withoutSecrets(described, config, factory));
}

/** The guard may use any version of zod, or another library. */
function parse({ configGuard }: Factory, config: JsonObject): { success: boolean; issues: Issue[] } {
  try {
    const result = configGuard.safeParse(config, { reportInput: true });
    const issues = result.success ? [] : (result.error?.issues ?? []);
    // Messages of packages are converted to text.
    return { success: result.success === true, issues: issues.map((one) => ({ ...one, message: `${one.message}` })) };
  } catch {
    // A guard that throws rejects the config.
    return { success: false, issues: [] };
  }
}

type Address = { path: (string | number)[]; url: string };

function addressesIn(value: unknown, path: (string | number)[]): Address[] {
  if (typeof value === 'string') {
    return /^https?:\/\/\S+$/i.test(value) ? [{ path, url: value }] : [];
  }
  return typeof value === 'object' && value !== null
    ? Object.entries(value).flatMap(([name, inner]) =>
        addressesIn(inner, [...path, Array.isArray(value) ? Number(name) : name]),
      )
    : [];
}

/** The server calls the URLs in the config, so they must not be in the operator's network (attack 23). */
export async function requireCallable(
  { egress }: Pick<App, 'egress'>,
  factory: Factory,
  config: JsonObject,
): Promise<void> {
  const addresses = addressesIn(config, [])
    .filter(({ path: [setting] }) => !factory.uncalledSettings.some((one) => one === setting))
    .slice(0, maxAddresses);
  const checks = [
    ...addresses.map(({ path, url }) => ({ path, check: () => egress.check(url) })),
    ...(factory.hostsOf?.(config) ?? []).map((host) => ({ path: ['host'], check: () => egress.resolve(host) })),
  ];
  const refusals = await Promise.all(
    checks.map(async ({ path, check }) => ({ path, refusal: await refusalOf(check) })),
  );
  const [found] = refusals.flatMap(({ path, refusal }) =>
    refusal ? [{ path: ['config', ...path], message: refusal.sentence, fill: refusal.values }] : [],
  );
  if (found) {
    throw invalid([lineOf(found)], describeIssues([found], 1));
  }
}

export type Settings = { config?: JsonObject; metadata?: OwnMetadata };

/** Validates the input for a connector with its factory. Queries DNS, so it must run outside a transaction. */
export async function validateSettings(
  app: Pick<App, 'egress' | 'vault'>,
  factory: Factory,
  { config: given, metadata: own, enableTokenStorage, syncProfile, trustAddresses }: CreateConnector | UpdateConnector,
): Promise<Settings> {
  const metadata = own && withoutEmpty(own);
  if (metadata && Object.keys(metadata).length > 0 && !factory.metadata.isStandard) {
    throw new AppError('connector.cannot_overwrite_metadata_for_non_standard_connector');
  }
  if (syncProfile && factory.type !== 'Social') {
    throw new AppError('connector.invalid_type_for_syncing_profile');
  }
  if (trustAddresses && factory.type !== 'Social') {
    throw new AppError('connector.unexpected_type');
  }
  if (enableTokenStorage && !(factory.type === 'Social' && factory.metadata.isTokenStorageSupported)) {
    throw new AppError('connector.token_storage_not_supported');
  }
  if (enableTokenStorage && !app.vault.isReady) {
    throw new AppError('request.feature_not_supported');
  }
  const config = given && withoutEmpty(given);
  if (config) {
    requireValidConfig(factory, config);
    await requireCallable(app, factory, config);
  }
  return { ...(config ? { config } : {}), ...(metadata ? { metadata } : {}) };
}
