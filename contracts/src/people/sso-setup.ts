import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { EmailDomain, JsonObject, Timestamp } from '../fields.ts';
import { SsoProviderName, SsoProviderType } from './sso-configs.ts';
import { SsoConnectionTest, SsoMappedUser, StartedSsoConnectionTest } from './sso-connection-tests.ts';
import { SsoSetupPurpose } from './sso-setup-links.ts';

/** Why a domain is not proven. `silent`: the DNS servers gave no answer. */
export const SsoSetupDomainProblem = z.enum(['missing', 'wrong', 'silent', 'inUse']);
export type SsoSetupDomainProblem = z.infer<typeof SsoSetupDomainProblem>;

/** A domain with the TXT record that proves it. */
export const SsoSetupDomain = z.object({
  domain: z.string(),
  recordName: z.string(),
  recordValue: z.string(),
  isProven: z.boolean(),
  /** Null before the first check, and when the domain is proven. */
  problem: SsoSetupDomainProblem.nullable(),
});
export type SsoSetupDomain = z.infer<typeof SsoSetupDomain>;

/** What the identity provider must know, with OpenID Connect or with SAML. Those for single logout are optional there. */
export const SsoSetupValues = z.object({
  redirectUri: z.string().optional(),
  postLogoutRedirectUri: z.string().optional(),
  backChannelLogoutUri: z.string().optional(),
  entityId: z.string().optional(),
  assertionConsumerServiceUrl: z.string().optional(),
  singleLogoutServiceUrl: z.string().optional(),
  metadataUrl: z.string().optional(),
});
export type SsoSetupValues = z.infer<typeof SsoSetupValues>;

export const SsoSetupConnector = z.object({
  providerName: SsoProviderName,
  providerType: SsoProviderType,
  values: SsoSetupValues,
  /** Without the client secret. */
  config: JsonObject,
  hasSecret: z.boolean(),
  isConfigured: z.boolean(),
});
export type SsoSetupConnector = z.infer<typeof SsoSetupConnector>;

/** Everything that the portal shows. Nothing else of the tenant is visible to the customer. */
export const SsoSetup = z.object({
  /** The id of the link. */
  id: z.string(),
  name: z.string(),
  status: z.enum(['open', 'waiting', 'enabled']),
  expiresAt: Timestamp,
  purposes: z.array(SsoSetupPurpose),
  providers: z.array(SsoProviderName),
  /** False if the link was made for a connector, whose provider is fixed. */
  canChooseProvider: z.boolean(),
  enableWithoutReview: z.boolean(),
  connector: SsoSetupConnector.nullable(),
  domains: z.array(SsoSetupDomain),
  isTested: z.boolean(),
  /** Null if directory sync is not available. */
  directory: z.object({ isOn: z.boolean() }).nullable(),
});
export type SsoSetup = z.infer<typeof SsoSetup>;

export const SsoSetupDirectory = z.object({
  endpoint: z.string(),
  /** Shown only once. */
  token: z.string(),
});
export type SsoSetupDirectory = z.infer<typeof SsoSetupDirectory>;

/** The result of a test, without what concerns only the tenant. */
export const SsoSetupTest = SsoConnectionTest.pick({ status: true, problems: true }).extend({
  /** Names of the attributes or claims that the identity provider sent, sorted. */
  received: z.array(z.string()),
  mapped: SsoMappedUser.pick({ id: true, email: true, name: true }).nullable(),
});
export type SsoSetupTest = z.infer<typeof SsoSetupTest>;

export const maxSsoSetupDomains = 20;

const Domain = z.object({ domain: EmailDomain });
const common = { auth: { kind: 'setup' }, document: 'experience', tag: 'SSO set-up' } as const;
const linkErrors = ['sso_setup.no_session', 'subscription.tenant_suspended'] as const;
const changeErrors = [...linkErrors, 'sso_setup.not_allowed', 'sso_setup.link_ended'] as const;

/** For the hosted portal. A cookie that was set for one link authenticates it. */
export const ssoSetupApi = {
  open: endpoint({
    ...common,
    auth: { kind: 'setup', isEntrance: true },
    method: 'POST',
    path: '/api/sso-setup/session',
    summary: 'Open a set-up link in this browser. A link can be opened once.',
    body: z.strictObject({ id: z.string().min(1).max(128), secret: z.string().min(1).max(128) }),
    response: SsoSetup,
    errors: [
      'sso_setup.link_not_found',
      'sso_setup.link_used',
      'sso_setup.link_expired',
      'sso_setup.link_revoked',
      'subscription.tenant_suspended',
      'session.verification_blocked_too_many_attempts',
    ],
  }),
  get: endpoint({
    ...common,
    method: 'GET',
    path: '/api/sso-setup',
    summary: 'Get the state of the set-up.',
    response: SsoSetup,
    errors: linkErrors,
  }),
  chooseProvider: endpoint({
    ...common,
    method: 'PUT',
    path: '/api/sso-setup/provider',
    quota: ['enterpriseSsoLimit'],
    summary: 'Choose the identity provider. Another choice discards the settings of the first.',
    body: z.strictObject({ providerName: SsoProviderName }),
    response: SsoSetup,
    errors: [...changeErrors, 'sso_setup.connector_in_use'],
  }),
  connect: endpoint({
    ...common,
    method: 'PUT',
    path: '/api/sso-setup/connection',
    summary: 'Save the settings of the identity provider after they were checked with it.',
    body: z.strictObject({ config: JsonObject }),
    response: SsoSetup,
    errors: [
      ...changeErrors,
      'connector.invalid_config',
      'sso_setup.provider_missing',
      'sso_setup.connector_in_use',
      'sso_setup.too_many_requests',
    ],
  }),
  addDomain: endpoint({
    ...common,
    method: 'POST',
    path: '/api/sso-setup/domains',
    summary: 'Add an email domain. The response has the DNS record that proves it.',
    body: Domain.strict(),
    response: SsoSetup,
    errors: [
      ...changeErrors,
      'single_sign_on.forbidden_domains',
      'sso_setup.domain_in_use',
      'sso_setup.too_many_domains',
    ],
  }),
  checkDomain: endpoint({
    ...common,
    method: 'POST',
    path: '/api/sso-setup/domains/:domain/check',
    summary: 'Look up the DNS record of a domain now.',
    params: Domain,
    response: SsoSetup,
    errors: [...changeErrors, 'entity.not_found', 'sso_setup.too_many_requests'],
  }),
  removeDomain: endpoint({
    ...common,
    method: 'DELETE',
    path: '/api/sso-setup/domains/:domain',
    summary: 'Remove a domain from the set-up.',
    params: Domain,
    response: SsoSetup,
    errors: [...changeErrors, 'entity.not_found'],
  }),
  startTest: endpoint({
    ...common,
    method: 'POST',
    path: '/api/sso-setup/tests',
    summary: 'Start a test of the connection. Open the returned address in a new window.',
    response: StartedSsoConnectionTest,
    status: [201],
    errors: [...changeErrors, 'sso_setup.provider_missing', 'sso_setup.too_many_requests'],
  }),
  readTest: endpoint({
    ...common,
    method: 'GET',
    path: '/api/sso-setup/tests/:id',
    summary: 'Get a test that was started with this link.',
    params: z.object({ id: z.string().max(128) }),
    response: SsoSetupTest,
    errors: [...changeErrors, 'sso_setup.provider_missing', 'entity.not_exists_with_id'],
  }),
  turnOnDirectory: endpoint({
    ...common,
    method: 'POST',
    path: '/api/sso-setup/directory',
    summary: 'Turn on directory sync. The response has the address and a new token.',
    response: SsoSetupDirectory,
    errors: [...changeErrors, 'sso_setup.provider_missing', 'sso_setup.too_many_requests'],
  }),
  finish: endpoint({
    ...common,
    method: 'POST',
    path: '/api/sso-setup/finish',
    summary: 'Finish the set-up. The link cannot change anything after that.',
    response: SsoSetup,
    errors: [...changeErrors, 'sso_setup.incomplete', 'sso_setup.domain_in_use'],
  }),
} as const;
