import { isWebUrl, type JsonObject } from '@postern/contracts/fields';
import {
  maxSsoMetadataLength,
  type SsoProviderName,
  ssoConfigs,
  ssoProviderTypes,
} from '@postern/contracts/people/sso-configs';
import type { SsoConnectorWithProviderConfig } from '@postern/contracts/people/sso-connectors';
import i18next from 'i18next';
import type { Path } from 'react-hook-form';
import { z } from 'zod';

/** Where the settings of a SAML identity provider come from. */
export const samlSources = ['url', 'xml', 'manual'] as const;
type SamlSource = (typeof samlSources)[number];

export const mappedFields = ['id', 'email', 'name'] as const;
export type MappedField = (typeof mappedFields)[number];
export type Mapping = Record<MappedField, string>;

/** Fields of all providers; those that a provider does not have are neither validated nor sent. */
const Values = z.object({
  issuer: z.string().trim(),
  clientId: z.string().trim(),
  clientSecret: z.string().trim(),
  scope: z.string().trim().max(2048),
  trustUnverifiedEmail: z.boolean(),
  offlineAccess: z.boolean(),
  source: z.enum(samlSources),
  metadataUrl: z.string().trim(),
  metadata: z.string().trim().max(maxSsoMetadataLength),
  entityId: z.string().trim().max(256),
  signInEndpoint: z.string().trim(),
  signOutEndpoint: z.string().trim(),
  x509Certificate: z.string().trim(),
  signRequests: z.boolean(),
  encryptAssertions: z.boolean(),
  signOutOfProvider: z.boolean(),
  mapping: z.object({
    id: z.string().trim().max(512),
    email: z.string().trim().max(512),
    name: z.string().trim().max(512),
  }),
});
export type ConnectionValues = z.infer<typeof Values>;
type TextName = Exclude<
  keyof ConnectionValues,
  | 'trustUnverifiedEmail'
  | 'offlineAccess'
  | 'signRequests'
  | 'encryptAssertions'
  | 'signOutOfProvider'
  | 'source'
  | 'mapping'
  | 'scope'
>;

const bySource: Record<SamlSource, readonly TextName[]> = {
  url: ['metadataUrl'],
  xml: ['metadata'],
  manual: ['entityId', 'signInEndpoint', 'x509Certificate'],
};
const addresses: readonly TextName[] = ['issuer', 'metadataUrl', 'signInEndpoint', 'signOutEndpoint'];

const isSaml = (provider: SsoProviderName) => ssoProviderTypes[provider] === 'saml';

/** Google is always its own issuer. */
export const hasIssuer = (provider: SsoProviderName) => 'issuer' in ssoConfigs[provider].shape;

function requiredOf(provider: SsoProviderName, source: SamlSource): readonly TextName[] {
  if (isSaml(provider)) {
    return bySource[source];
  }
  return hasIssuer(provider) ? ['issuer', 'clientId', 'clientSecret'] : ['clientId', 'clientSecret'];
}

const optionalOf = (provider: SsoProviderName, source: SamlSource): readonly TextName[] =>
  isSaml(provider) && source === 'manual' ? ['signOutEndpoint'] : [];

export const connectionSchema = (provider: SsoProviderName) =>
  Values.superRefine((values, context) => {
    for (const name of requiredOf(provider, values.source)) {
      if (!values[name]) {
        context.addIssue({ code: 'custom', path: [name], message: i18next.t('fields.required') });
      }
    }
    for (const name of [...requiredOf(provider, values.source), ...optionalOf(provider, values.source)]) {
      if (values[name] && addresses.includes(name) && !isWebUrl(values[name])) {
        context.addIssue({ code: 'custom', path: [name], message: i18next.t('fields.webUrl') });
      }
    }
  });

const textOf = (config: JsonObject, name: string) => {
  const value = config[name];
  return typeof value === 'string' ? value : '';
};

function sourceOf(config: JsonObject): SamlSource {
  if (config.metadata) {
    return 'xml';
  }
  return config.entityId ? 'manual' : 'url';
}

/** Form values of a stored connector. */
export function connectionOf({ config }: Pick<SsoConnectorWithProviderConfig, 'config'>): ConnectionValues {
  const given = config.attributeMapping;
  const mapping = typeof given === 'object' && given !== null ? (given as JsonObject) : {};
  return {
    issuer: textOf(config, 'issuer'),
    clientId: textOf(config, 'clientId'),
    clientSecret: textOf(config, 'clientSecret'),
    scope: textOf(config, 'scope'),
    trustUnverifiedEmail: config.trustUnverifiedEmail === true,
    offlineAccess: config.offlineAccess === true,
    source: sourceOf(config),
    metadataUrl: textOf(config, 'metadataUrl'),
    metadata: textOf(config, 'metadata'),
    entityId: textOf(config, 'entityId'),
    signInEndpoint: textOf(config, 'signInEndpoint'),
    signOutEndpoint: textOf(config, 'signOutEndpoint'),
    x509Certificate: textOf(config, 'x509Certificate'),
    signRequests: config.signRequests === true,
    encryptAssertions: config.encryptAssertions === true,
    signOutOfProvider: config.signOutOfProvider === true,
    mapping: { id: textOf(mapping, 'id'), email: textOf(mapping, 'email'), name: textOf(mapping, 'name') },
  };
}

/** The config to store; it replaces the stored one as a whole. */
export function configOf(provider: SsoProviderName, values: ConnectionValues): JsonObject {
  const optional = optionalOf(provider, values.source).filter((name) => values[name]);
  const texts = [...requiredOf(provider, values.source), ...optional].map((name) => [name, values[name]] as const);
  const logout = values.signOutOfProvider ? { signOutOfProvider: true } : {};
  if (isSaml(provider)) {
    const filled = mappedFields.filter((name) => values.mapping[name]);
    return {
      ...Object.fromEntries(texts),
      ...(values.signRequests && { signRequests: true }),
      ...(values.encryptAssertions && { encryptAssertions: true }),
      ...logout,
      ...(filled.length > 0 && {
        attributeMapping: Object.fromEntries(filled.map((name) => [name, values.mapping[name]])),
      }),
    };
  }
  return {
    ...Object.fromEntries(texts),
    ...(values.scope && { scope: values.scope }),
    ...logout,
    ...((provider === 'AzureAdOidc' || values.trustUnverifiedEmail) && {
      trustUnverifiedEmail: values.trustUnverifiedEmail,
    }),
    ...(provider === 'GoogleWorkspace' && { offlineAccess: values.offlineAccess }),
  };
}

/** Body fields by their place in the form: `config.attributeMapping.id` → `mapping.id`. */
export const connectionField = (path: string) =>
  path.replace(/^config\./, '').replace(/^attributeMapping\b/, 'mapping') as Path<ConnectionValues>;
