import {
  type Application,
  type CreateApplication,
  defaultSessionDuration,
  isSubdomain,
  ProtectedAppMetadata,
  protectedAppPaths,
  type UpdateApplication,
} from '@postern/contracts/access/applications';
import { isOrigin } from '@postern/contracts/fields';
import type { App } from '#platform/app';
import { refusalOf } from '#platform/egress/egress';
import { AppError, invalidInput } from '#platform/http/errors';
import type { RuleSentence } from '#platform/i18n/known-sentences';
import { protectedDomainOf } from './protected-hosts.ts';

const refuse = (path: PropertyKey[], message: RuleSentence, fill?: Record<string, string>) =>
  invalidInput('body', [{ path: ['protectedAppMetadata', ...path], message, fill }]);

function isPattern(text: string): boolean {
  try {
    new RegExp(text);
    return true;
  } catch {
    return false;
  }
}

/** The domain under which the tenant's protected applications are served. */
export function requireDomain(app: App, tenantId: string): string {
  const domain = protectedDomainOf(app.config, tenantId);
  if (!domain) {
    throw new AppError('application.protected_app_not_configured');
  }
  return domain;
}

/** An origin among our own hosts would make the proxy call itself. */
const isOwnHost = ({ config }: App, origin: string) =>
  config.protectedApps !== undefined && `.${new URL(origin).host}`.endsWith(`.${config.protectedApps.domain}`);

/** Checks what needs the network or no database: called before the transaction. */
export async function checkProtectedSettings(
  app: App,
  settings: CreateApplication['protectedAppMetadata'] | UpdateApplication['protectedAppMetadata'],
): Promise<void> {
  const origin = settings?.origin;
  if (origin !== undefined) {
    if (!isOrigin(origin) || isOwnHost(app, origin)) {
      throw refuse(['origin'], 'Use an origin such as https://intranet.example.com, without a path.');
    }
    const refusal = await refusalOf(() => app.egress.check(origin));
    if (refusal) {
      throw refuse(['origin'], refusal.sentence, refusal.values);
    }
  }
  const rules = settings && 'pageRules' in settings ? (settings.pageRules ?? []) : [];
  const index = rules.findIndex(({ path }) => !isPattern(path));
  if (index >= 0) {
    throw refuse(['pageRules', index, 'path'], 'Use a valid regular expression.');
  }
}

/** A new protected application with its host; clients cannot choose its redirect URIs. */
export function protectNew(
  app: App,
  tenantId: string,
  body: CreateApplication,
): CreateApplication & { protection: ProtectedAppMetadata } {
  if (!body.protectedAppMetadata) {
    throw new AppError('application.protected_app_metadata_is_required');
  }
  const domain = requireDomain(app, tenantId);
  const { subDomain, origin } = body.protectedAppMetadata;
  if (!isSubdomain(subDomain)) {
    throw new AppError('application.invalid_subdomain');
  }
  const host = `${subDomain}.${domain}`;
  const address = `${app.config.protectedApps?.scheme}://${host}`;
  return {
    ...body,
    protection: { host, origin, sessionDuration: defaultSessionDuration, pageRules: [], additionalScopes: [] },
    oidcClientMetadata: {
      ...body.oidcClientMetadata,
      redirectUris: [`${address}${protectedAppPaths.callback}`],
      postLogoutRedirectUris: [address],
    },
  };
}

/** The settings of a protected application with these changes. */
export function mergeProtection(
  app: App,
  tenantId: string,
  application: Application,
  changes: NonNullable<UpdateApplication['protectedAppMetadata']>,
): ProtectedAppMetadata {
  if (application.type !== 'Protected') {
    throw new AppError('application.protected_application_only');
  }
  requireDomain(app, tenantId);
  const { data } = ProtectedAppMetadata.safeParse(application.protectedAppMetadata);
  if (!data) {
    throw new AppError('application.protected_application_misconfigured');
  }
  const { additionalScopes } = changes;
  return {
    ...data,
    ...changes,
    ...(additionalScopes ? { additionalScopes: [...new Set(additionalScopes)] } : {}),
  } as ProtectedAppMetadata;
}
