import { fillSentence } from '@postern/contracts/field-issues';
import type { JsonObject } from '@postern/contracts/fields';
import {
  publicEmailDomains,
  SamlSsoConfig,
  type SsoProviderName,
  ssoConfigs,
  ssoProviderTypes,
} from '@postern/contracts/people/sso-configs';
import { fetchMetadata, identityProviderOf, MetadataError } from '#features/people/sso-saml';
import type { App } from '#platform/app';
import { EgressError } from '#platform/egress/egress';
import { canBeOwned } from '#platform/http/can-be-owned';
import { describeIssues } from '#platform/http/describe-issue';
import { AppError, invalidInput } from '#platform/http/errors';
import type { RuleSentence } from '#platform/i18n/known-sentences';
import { issuerOf, oidcOf } from './open-client.ts';
import type { SsoConnectorChanges } from './store.ts';

type Given = { config?: JsonObject; domains?: string[]; enableTokenStorage?: boolean };

const maxIssues = 20;

/** Rejects domains that no company owns, those of public email services, and repeated ones. */
function requireDomains(domains: string[]): void {
  const unowned = domains.findIndex((domain) => !canBeOwned(domain));
  if (unowned >= 0) {
    // As for any other text that is no domain.
    const message = 'Use a domain such as example.com, without @.';
    throw invalidInput('body', [{ path: ['domains', unowned], message }]);
  }
  const refuse = (code: 'forbidden_domains' | 'duplicated_domains', found: string[]) => {
    if (found.length > 0) {
      const data = [...new Set(found)];
      throw new AppError(`single_sign_on.${code}`, { values: { domains: data.join(', ') }, data: { data } });
    }
  };
  refuse(
    'forbidden_domains',
    domains.filter((domain) => publicEmailDomains.includes(domain)),
  );
  refuse(
    'duplicated_domains',
    domains.filter((domain, index) => domains.indexOf(domain) !== index),
  );
}

type Refusal = { fill?: Record<string, string>; data?: { ssoErrorCode: string; message: string } };

const invalid = (path: string[], sentence: RuleSentence, { fill, data }: Refusal = {}) =>
  new AppError('connector.invalid_config', {
    values: { errorDescription: '' },
    details: `config.${path.join('.')}: ${fillSentence(sentence, fill)}`,
    issues: describeIssues([{ path: ['config', ...path], message: sentence, fill }], 1),
    ...(data ? { data } : {}),
  });

/** Names the field and the reason; the caller knows the address. */
function refusal(path: string[], error: unknown): unknown {
  if (error instanceof EgressError) {
    return invalid(path, error.refusal.sentence, { fill: error.refusal.values });
  }
  if (error instanceof MetadataError) {
    return invalid(path, error.sentence, {
      data: { ssoErrorCode: 'invalid_saml_xml_metadata', message: error.sentence },
    });
  }
  return error;
}

/** The field that an error of the metadata is about. */
function fieldOf({ metadataUrl, metadata, x509Certificate }: SamlSsoConfig): keyof SamlSsoConfig {
  if (metadataUrl) {
    return 'metadataUrl';
  }
  return metadata || !x509Certificate ? 'metadata' : 'x509Certificate';
}

async function readSaml(app: App, config: SamlSsoConfig): Promise<SsoConnectorChanges> {
  const { metadataUrl } = config;
  try {
    const metadataXml = metadataUrl ? await fetchMetadata(app, metadataUrl) : null;
    const { expiresAt } = await identityProviderOf(config, metadataXml);
    return { metadataXml, certificateExpiresAt: expiresAt };
  } catch (error) {
    throw refusal([fieldOf(config)], error);
  }
}

const discoverySentences = {
  fail_to_fetch_config: 'No discovery document could be read at this issuer. Check the address.',
  invalid_config_response: 'The discovery document is not valid, or it names another issuer.',
} as const satisfies Record<string, RuleSentence>;

/** A provider that cannot be reached publishes nothing either. */
const discoveryCodeOf = ({ options: { data } }: AppError): keyof typeof discoverySentences =>
  typeof data === 'object' && data !== null && Reflect.get(data, 'ssoErrorCode') === 'invalid_config_response'
    ? 'invalid_config_response'
    : 'fail_to_fetch_config';

async function requireDiscovery(app: App, providerName: SsoProviderName, config: JsonObject): Promise<void> {
  const issuer = issuerOf(providerName, config);
  try {
    await app.egress.check(issuer);
    await oidcOf(app).discover(issuer, { isFresh: true });
  } catch (error) {
    if (error instanceof AppError) {
      const code = discoveryCodeOf(error);
      throw invalid(['issuer'], discoverySentences[code], { data: { ssoErrorCode: code, message: code } });
    }
    throw refusal(['issuer'], error);
  }
}

const withoutEmpty = (config: JsonObject): JsonObject =>
  Object.fromEntries(Object.entries(config).filter(([, value]) => value !== '' && value !== null));

/** Validates the settings, and reads what the identity provider publishes. Must run outside a transaction. */
export async function validateSettings(
  app: App,
  providerName: SsoProviderName,
  { config: given, domains, enableTokenStorage }: Given,
): Promise<SsoConnectorChanges> {
  if (enableTokenStorage && ssoProviderTypes[providerName] === 'saml') {
    throw new AppError('connector.token_storage_not_supported', { status: 400 });
  }
  if (enableTokenStorage && !app.vault.isReady) {
    throw new AppError('request.feature_not_supported');
  }
  if (domains) {
    requireDomains(domains);
  }
  const config = given && withoutEmpty(given);
  if (!config || Object.keys(config).length === 0) {
    return config ? { config } : {};
  }
  const parsed = ssoConfigs[providerName].safeParse(config, { reportInput: true });
  if (!parsed.success) {
    const issues = parsed.error.issues.map((issue) => ({ ...issue, path: ['config', ...issue.path] }));
    throw new AppError('connector.invalid_config', {
      values: { errorDescription: '' },
      details: issues
        .map(({ path, message }) => `${path.map(String).join('.')}: ${message}`)
        .slice(0, maxIssues)
        .join('\n'),
      issues: describeIssues(issues, maxIssues),
    });
  }
  if (ssoProviderTypes[providerName] === 'saml') {
    return { config: parsed.data, ...(await readSaml(app, SamlSsoConfig.parse(parsed.data))) };
  }
  await requireDiscovery(app, providerName, parsed.data);
  return { config: parsed.data };
}
