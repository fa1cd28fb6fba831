import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { PageQuery, Timestamp } from '../fields.ts';
import { SsoProviderName, ssoProviderNames } from './sso-configs.ts';

/** The hosted page of a link: `{page}/{id of the link}#{secret}`. Browsers never send the part after `#`. */
export const ssoSetupPagePath = '/setup';

/** What the customer may do: enter the settings, prove email domains, turn on directory sync. */
export const ssoSetupPurposes = ['connect', 'domain', 'directory'] as const;
export const SsoSetupPurpose = z.enum(ssoSetupPurposes);
export type SsoSetupPurpose = z.infer<typeof SsoSetupPurpose>;

/**
 * `created`: not opened yet. `opened`: in work. `waiting`: the customer is done, and an administrator must enable the
 * connector. `enabled`, `expired` and `revoked` are final.
 */
export const ssoSetupStatuses = ['created', 'opened', 'waiting', 'enabled', 'expired', 'revoked'] as const;
export const SsoSetupStatus = z.enum(ssoSetupStatuses);
export type SsoSetupStatus = z.infer<typeof SsoSetupStatus>;

/** Steps that the customer has done, in the order of the portal. */
export const ssoSetupSteps = ['provider', 'connect', 'domain', 'test', 'directory', 'finish'] as const;
export const SsoSetupStep = z.enum(ssoSetupSteps);
export type SsoSetupStep = z.infer<typeof SsoSetupStep>;

/** A link with which the customer's own IT sets up a connector, without an account in the console. */
export const SsoSetupLink = z.object({
  id: z.string(),
  name: z.string(),
  status: SsoSetupStatus,
  organization: z.object({ id: z.string(), name: z.string() }).nullable(),
  /** The connector that the link was made for, or that the customer has created with it. */
  connector: z.object({ id: z.string(), name: z.string() }).nullable(),
  /** Whether the link may only change the connector it was made for. */
  isForConnector: z.boolean(),
  providers: z.array(SsoProviderName),
  purposes: z.array(SsoSetupPurpose),
  enableWithoutReview: z.boolean(),
  stepsDone: z.array(SsoSetupStep),
  /** Domains that the customer has proven. They are added to the connector when it is enabled. */
  provenDomains: z.array(z.string()),
  createdAt: Timestamp,
  expiresAt: Timestamp,
  openedAt: Timestamp.nullable(),
  lastUsedAt: Timestamp.nullable(),
});
export type SsoSetupLink = z.infer<typeof SsoSetupLink>;

/** With the address, which is shown only once. */
export const NewSsoSetupLink = SsoSetupLink.extend({ url: z.string() });
export type NewSsoSetupLink = z.infer<typeof NewSsoSetupLink>;

export const maxSsoSetupDays = 30;
export const defaultSsoSetupDays = 7;

export const CreateSsoSetupLink = z.strictObject({
  name: z.string().trim().min(1).max(128),
  organizationId: z.string().min(1).max(23).optional(),
  /** Only this connector can be changed. Without it, the customer creates one. */
  connectorId: z.string().min(1).max(128).optional(),
  providers: z
    .array(SsoProviderName)
    .min(1)
    .max(ssoProviderNames.length)
    .default([...ssoProviderNames]),
  purposes: z
    .array(SsoSetupPurpose)
    .min(1)
    .max(ssoSetupPurposes.length)
    .default([...ssoSetupPurposes]),
  /** The connector is enabled as soon as the customer is done. Otherwise an administrator enables it. */
  enableWithoutReview: z.boolean().default(false),
  expiresInDays: z.int().min(1).max(maxSsoSetupDays).default(defaultSsoSetupDays),
});
export type CreateSsoSetupLink = z.infer<typeof CreateSsoSetupLink>;

const Id = z.object({ id: z.string().max(128) });
const common = { auth: { kind: 'management' }, document: 'management', tag: 'SSO set-up links' } as const;

export const ssoSetupLinksApi = {
  list: endpoint({
    ...common,
    method: 'GET',
    path: '/api/sso-setup-links',
    summary: 'List the links with which customers set up an SSO connector, newest first.',
    query: PageQuery.extend({
      organizationId: z.string().max(23).optional(),
      connectorId: z.string().max(128).optional(),
      /** Only links whose customer has finished, and that an administrator must approve. */
      status: z.literal('waiting').optional(),
    }),
    response: z.array(SsoSetupLink),
    paged: 'always',
    errors: ['guard.invalid_pagination'],
  }),
  create: endpoint({
    ...common,
    method: 'POST',
    path: '/api/sso-setup-links',
    summary: 'Create a link with which a customer sets up an SSO connector. Its address is returned only once.',
    body: CreateSsoSetupLink,
    response: NewSsoSetupLink,
    status: [201],
    errors: [
      'entity.not_exists_with_id',
      'guard.not_allowed_for_admin_tenant',
      'sso_setup.connect_required',
      'sso_setup.connector_in_use',
      'subscription.limit_exceeded',
      'subscription.costs_not_agreed',
    ],
  }),
  renew: endpoint({
    ...common,
    method: 'POST',
    path: '/api/sso-setup-links/:id/renew',
    summary: 'Get a new address for a link. The old address and the browser that opened it lose access.',
    params: Id,
    response: NewSsoSetupLink,
    errors: ['entity.not_exists_with_id', 'sso_setup.link_ended'],
  }),
  approve: endpoint({
    ...common,
    method: 'POST',
    path: '/api/sso-setup-links/:id/approve',
    summary: 'Enable the connector that the customer has set up: its proven domains are added to it.',
    params: Id,
    response: SsoSetupLink,
    errors: ['entity.not_exists_with_id', 'sso_setup.not_waiting', 'sso_setup.domain_in_use'],
  }),
  revoke: endpoint({
    ...common,
    method: 'POST',
    path: '/api/sso-setup-links/:id/revoke',
    summary: 'Revoke a link. The browser that opened it loses access at once.',
    params: Id,
    response: SsoSetupLink,
    errors: ['entity.not_exists_with_id', 'sso_setup.link_ended'],
  }),
} as const;
