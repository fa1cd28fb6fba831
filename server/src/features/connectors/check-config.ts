import type { JsonObject } from '@postern/contracts/fields';
import type { App } from '#platform/app';
import { refusalOf } from '#platform/egress';
import { AppError } from '#platform/errors';
import type { Factory } from './load.ts';
import { withoutSecrets } from './redact.ts';

const maxAddresses = 50;

/** What a form leaves empty is not there. */
export function withoutEmpty<T extends JsonObject>(values: T): T {
  const kept = Object.entries(values).filter(([, value]) => value !== '' && value !== null && value !== undefined);
  return Object.fromEntries(kept) as T;
}

const invalid = (details: string) => new AppError('connector.invalid_config', { details });

/** Refuses a config that the connector could not work with. Names fields, and never what stands in them. */
export function requireValidConfig(factory: Factory, config: JsonObject): void {
  const { success, issues } = parse(factory, config);
  if (success) {
    return;
  }
  const lines = issues
    .slice(0, 20)
    .map(({ path, code, message }) => `${['config', ...path].map(String).join('.')}: ${code ?? 'custom'}, ${message}`);
  throw invalid(withoutSecrets(lines, config, factory).join('\n'));
}

type Issue = { path: readonly PropertyKey[]; code?: string; message: string };

/** The guard is of whichever version of zod, or of none. */
function parse({ configGuard }: Factory, config: JsonObject): { success: boolean; issues: Issue[] } {
  try {
    const result = configGuard.safeParse(config);
    return { success: result.success === true, issues: result.success ? [] : (result.error?.issues ?? []) };
  } catch {
    // A guard that throws has not let the config pass.
    return { success: false, issues: [] };
  }
}

type Address = { path: string; url: string };

function addressesIn(value: unknown, path: string): Address[] {
  if (typeof value === 'string') {
    return /^https?:\/\/\S+$/i.test(value) ? [{ path, url: value }] : [];
  }
  return typeof value === 'object' && value !== null
    ? Object.entries(value).flatMap(([name, inner]) => addressesIn(inner, `${path}.${name}`))
    : [];
}

/** The server will call what stands in here, so it must not lead into the operator's network (attack 23). */
export async function requireCallable({ egress }: App, factory: Factory, config: JsonObject): Promise<void> {
  const addresses = addressesIn(config, 'config').slice(0, maxAddresses);
  const checks = [
    ...addresses.map(({ path, url }) => ({ path, check: () => egress.check(url) })),
    ...(factory.hostsOf?.(config) ?? []).map((host) => ({ path: 'config.host', check: () => egress.resolve(host) })),
  ];
  const refusals = await Promise.all(
    checks.map(async ({ path, check }) => ({ path, refusal: await refusalOf(check) })),
  );
  const found = refusals.find(({ refusal }) => refusal);
  if (found) {
    throw invalid(`${found.path}: custom, ${found.refusal}`);
  }
}
