import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { Email, JsonObject, Phone } from '../fields.ts';

export const connectorTypes = ['Email', 'Sms', 'Social'] as const;
export const ConnectorType = z.enum(connectorTypes);
export type ConnectorType = z.infer<typeof ConnectorType>;

export const connectorPlatforms = ['Native', 'Universal', 'Web'] as const;
export const ConnectorPlatform = z.enum(connectorPlatforms);
export type ConnectorPlatform = z.infer<typeof ConnectorPlatform>;

/** Errors of connectors; on the wire `connector.{code}`. */
export const connectorErrorCodes = [
  'general',
  'invalid_metadata',
  'unexpected_type',
  'invalid_config_guard',
  'invalid_request_parameters',
  'insufficient_request_parameters',
  'invalid_config',
  'invalid_certificate',
  'invalid_response',
  'template_not_found',
  'template_not_supported',
  'rate_limit_exceeded',
  'usage_limit_exceeded',
  'not_implemented',
  'social_auth_code_invalid',
  'social_invalid_access_token',
  'social_invalid_id_token',
  'authorization_failed',
] as const;
export type ConnectorErrorCode = (typeof connectorErrorCodes)[number];

/** A text in several languages; English is always present. */
export const I18nText = z.object({ en: z.string() }).catchall(z.string());
export type I18nText = z.infer<typeof I18nText>;

const formItem = {
  key: z.string().min(1),
  /** The path of the value in the config, if it is not directly under the key. */
  path: z.array(z.string().min(1)).min(1).max(4).optional(),
  label: z.string(),
  placeholder: z.string().optional(),
  required: z.boolean().optional(),
  defaultValue: z.unknown().optional(),
  showConditions: z.array(z.object({ targetKey: z.string(), expectValue: z.unknown().optional() })).optional(),
  description: z.string().optional(),
  tooltip: z.string().optional(),
  isConfidential: z.boolean().optional(),
  isDevFeature: z.boolean().optional(),
};

export const ConnectorFormItem = z.discriminatedUnion('type', [
  z.object({
    type: z.literal('Select'),
    selectItems: z.array(z.object({ value: z.string(), title: z.string() })),
    ...formItem,
  }),
  z.object({
    type: z.literal('MultiSelect'),
    selectItems: z.array(z.object({ value: z.string(), title: z.string().optional() })),
    ...formItem,
  }),
  z.object({ type: z.enum(['Text', 'Number', 'MultilineText', 'Switch', 'Json']), ...formItem }),
]);
export type ConnectorFormItem = z.infer<typeof ConnectorFormItem>;

/** The path of a form item's value in the config. */
export const configPathOf = ({ key, path }: Pick<ConnectorFormItem, 'key' | 'path'>): readonly string[] =>
  path ?? [key];

/** The metadata of a factory. */
export const ConnectorMetadata = z.object({
  id: z.string().min(1).max(128),
  target: z.string().min(1).max(128),
  platform: ConnectorPlatform.nullable(),
  name: I18nText,
  description: I18nText,
  logo: z.string(),
  logoDark: z.string().nullable(),
  readme: z.string(),
  configTemplate: z.string().optional(),
  formItems: z.array(ConnectorFormItem).optional(),
  customData: JsonObject.optional(),
  fromEmail: z.string().optional(),
  isStandard: z.boolean().optional(),
  isTokenStorageSupported: z.boolean().optional(),
  /** The provider documents a reliable flag for verified addresses, so new connectors trust them. */
  trustAddressesByDefault: z.boolean().optional(),
});
export type ConnectorMetadata = z.infer<typeof ConnectorMetadata>;

export const ConnectorFactory = ConnectorMetadata.extend({ type: ConnectorType, isDemo: z.boolean().optional() });
export type ConnectorFactory = z.infer<typeof ConnectorFactory>;

const logo = z.string().max(65_536);

/** Metadata of a standard connector that overrides those of its factory. */
export const OwnMetadata = z.strictObject({
  target: z.string().max(128).optional(),
  name: I18nText.optional(),
  logo: logo.optional(),
  logoDark: logo.nullable().optional(),
});
export type OwnMetadata = z.infer<typeof OwnMetadata>;

export const Connector = ConnectorMetadata.extend({
  id: z.string(),
  connectorId: z.string(),
  syncProfile: z.boolean(),
  enableTokenStorage: z.boolean(),
  /** Addresses that the provider has verified count as proven and link to the account that has them. */
  trustAddresses: z.boolean(),
  config: JsonObject,
  metadata: OwnMetadata,
  type: ConnectorType,
  isDemo: z.boolean().optional(),
  extraInfo: JsonObject.optional(),
  usage: z.number().optional(),
});
export type Connector = z.infer<typeof Connector>;

const settings = {
  config: JsonObject.optional(),
  metadata: OwnMetadata.optional(),
  syncProfile: z.boolean().optional(),
  enableTokenStorage: z.boolean().optional(),
  trustAddresses: z.boolean().optional(),
};

export const CreateConnector = z.strictObject({
  connectorId: z.string().min(1).max(128),
  id: z
    .string()
    .min(1)
    .max(128)
    // It becomes part of the redirect URI for the provider.
    .regex(/^[\w.~-]+$/, 'Use letters, digits, -, _, . and ~.')
    .optional(),
  ...settings,
});
export type CreateConnector = z.infer<typeof CreateConnector>;

export const UpdateConnector = z.strictObject(settings);
export type UpdateConnector = z.infer<typeof UpdateConnector>;

export const TestConnector = z.strictObject({
  phone: Phone.optional(),
  email: Email.optional(),
  config: JsonObject,
  locale: z.string().max(64).optional(),
});
export type TestConnector = z.infer<typeof TestConnector>;

/** The public part of a social connector for the sign-in pages, without its config. */
export const SocialConnectorInfo = z.object({
  id: z.string(),
  target: z.string(),
  platform: ConnectorPlatform.nullable(),
  name: I18nText,
  logo: z.string(),
  logoDark: z.string().nullable(),
  isStandard: z.boolean().optional(),
  isTokenStorageSupported: z.boolean().optional(),
});
export type SocialConnectorInfo = z.infer<typeof SocialConnectorInfo>;

export const GoogleOneTap = z.object({
  isEnabled: z.boolean().optional(),
  autoSelect: z.boolean().optional(),
  closeOnTapOutside: z.boolean().optional(),
  itpSupport: z.boolean().optional(),
});
export type GoogleOneTap = z.infer<typeof GoogleOneTap>;

const Id = z.object({ id: z.string() });
const common = { auth: { kind: 'management' }, document: 'management', tag: 'Connectors' } as const;
const settingErrors = [
  'connector.invalid_config',
  'connector.cannot_overwrite_metadata_for_non_standard_connector',
  'connector.token_storage_not_supported',
  'request.feature_not_supported',
  'connector.unexpected_type',
] as const;

export const connectorsApi = {
  list: endpoint({
    ...common,
    method: 'GET',
    path: '/api/connectors',
    summary: 'List the connectors.',
    query: z.object({ target: z.string().max(128).optional() }),
    response: z.array(Connector),
    withheld: ['config'],
  }),
  create: endpoint({
    ...common,
    method: 'POST',
    path: '/api/connectors',
    quota: ['socialConnectorsLimit'],
    summary: 'Create a connector. A new email or SMS connector replaces the current one.',
    body: CreateConnector,
    response: Connector,
    errors: [
      ...settingErrors,
      'connector.should_specify_target',
      'connector.not_found_with_connector_id',
      'connector.multiple_instances_not_supported',
      'connector.multiple_target_with_same_platform',
      'connector.invalid_type_for_syncing_profile',
    ],
  }),
  get: endpoint({
    ...common,
    method: 'GET',
    path: '/api/connectors/:id',
    summary: 'Get a connector.',
    params: Id,
    response: Connector,
    errors: ['entity.not_found'],
    withheld: ['config'],
  }),
  update: endpoint({
    ...common,
    method: 'PATCH',
    path: '/api/connectors/:id',
    summary: 'Update a connector. Config and metadata are replaced as a whole; empty values are removed.',
    params: Id,
    body: UpdateConnector,
    response: Connector,
    errors: [
      ...settingErrors,
      'entity.not_found',
      'connector.can_not_modify_target',
      'connector.invalid_type_for_syncing_profile',
    ],
  }),
  remove: endpoint({
    ...common,
    method: 'DELETE',
    path: '/api/connectors/:id',
    summary: 'Delete a connector.',
    params: Id,
    errors: ['entity.not_found', 'sign_in_experiences.password_expiration_requires_forgot_password'],
  }),
  test: endpoint({
    ...common,
    method: 'POST',
    path: '/api/connectors/:factoryId/test',
    summary: 'Send a test message with the given config. The config is not stored.',
    params: z.object({ factoryId: z.string() }),
    body: TestConnector,
    errors: [
      'entity.not_found',
      'connector.not_found',
      'connector.unexpected_type',
      'connector.insufficient_request_parameters',
      'connector.invalid_config',
      'connector.rate_limit_exceeded',
      'connector.general',
    ],
  }),
  authorizationUri: endpoint({
    ...common,
    method: 'POST',
    path: '/api/connectors/:connectorId/authorization-uri',
    summary: 'Get the sign-in URL of a social provider.',
    params: z.object({ connectorId: z.string() }),
    body: z.strictObject({ state: z.string().max(2048), redirectUri: z.string().max(2048) }),
    response: z.object({ redirectTo: z.string() }),
    errors: ['entity.not_found', 'session.insufficient_info', 'connector.unexpected_type', 'connector.invalid_config'],
  }),
} as const;

export const connectorFactoriesApi = {
  list: endpoint({
    ...common,
    method: 'GET',
    path: '/api/connector-factories',
    summary: 'List the connector factories.',
    response: z.array(ConnectorFactory),
  }),
  get: endpoint({
    ...common,
    method: 'GET',
    path: '/api/connector-factories/:id',
    summary: 'Get a connector factory.',
    params: Id,
    response: ConnectorFactory,
    errors: ['entity.not_found'],
  }),
} as const;

export const samlConnectorApi = {
  accept: endpoint({
    auth: { kind: 'none' },
    document: 'management',
    tag: 'Connectors',
    method: 'POST',
    path: '/api/authn/saml/:connectorId',
    summary:
      'Accept the response of the identity provider of a social SAML connector, sent as a form. Redirects to the sign-in page.',
    params: z.object({ connectorId: z.string().max(128) }),
    body: z.looseObject({
      SAMLResponse: z.string().min(1).max(512_000),
      RelayState: z.string().max(2048).optional(),
    }),
    status: [302],
    errors: [
      'entity.not_found',
      'connector.unexpected_type',
      'connector.authorization_failed',
      'session.connector_validation_session_not_found',
    ],
  }),
} as const;
