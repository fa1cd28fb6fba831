import { fillSentence } from '@postern/contracts/field-issues';
import type { JsonObject } from '@postern/contracts/fields';
import type { App } from '#platform/app';
import { type DescribedIssue, describeIssues } from '#platform/describe-issue';
import { refusalOf } from '#platform/egress';
import { AppError } from '#platform/errors';
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
export async function requireCallable({ egress }: App, factory: Factory, config: JsonObject): Promise<void> {
  const addresses = addressesIn(config, []).slice(0, maxAddresses);
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
