import { z } from 'zod';
import { OrganizationRole } from '../access/organization-roles.ts';
import { endpoint } from '../endpoint.ts';
import { EmailDomain, JsonObject, PageQuery, Timestamp } from '../fields.ts';

/** New users with a verified address in this domain join the organization. */
export const OrganizationEmailDomain = z.object({
  tenantId: z.string(),
  organizationId: z.string(),
  emailDomain: z.string(),
});
export type OrganizationEmailDomain = z.infer<typeof OrganizationEmailDomain>;

/** An enterprise connector whose new users join the organization. */
export const OrganizationSsoConnector = z.object({
  tenantId: z.string(),
  id: z.string(),
  providerName: z.string(),
  connectorName: z.string(),
  config: JsonObject,
  domains: z.array(z.string()),
  branding: JsonObject,
  syncProfile: z.boolean(),
  enableTokenStorage: z.boolean(),
  createdAt: Timestamp,
});
export type OrganizationSsoConnector = z.infer<typeof OrganizationSsoConnector>;

export const AddEmailDomain = z.strictObject({ emailDomain: EmailDomain });

const GivenId = z.string().min(1).max(128);
const Ids = z.array(GivenId).max(1000);

const Id = z.object({ id: z.string() });
const common = { auth: { kind: 'management' }, document: 'management', tag: 'Organizations' } as const;
const listErrors = ['guard.invalid_pagination', 'entity.not_exists_with_id'] as const;
const relationErrors = ['entity.relation_foreign_key_not_found', 'entity.db_constraint_violated'] as const;

export const organizationJitApi = {
  listDomains: endpoint({
    ...common,
    method: 'GET',
    path: '/api/organizations/:id/jit/email-domains',
    summary: 'List the email domains whose new users join the organization, by name.',
    params: Id,
    query: PageQuery,
    response: z.array(OrganizationEmailDomain),
    paged: 'optional',
    errors: listErrors,
  }),
  addDomain: endpoint({
    ...common,
    method: 'POST',
    path: '/api/organizations/:id/jit/email-domains',
    summary: 'Add an email domain.',
    params: Id,
    body: AddEmailDomain,
    response: OrganizationEmailDomain,
    status: [201],
    errors: ['entity.not_exists_with_id', 'entity.unique_integrity_violation'],
  }),
  replaceDomains: endpoint({
    ...common,
    method: 'PUT',
    path: '/api/organizations/:id/jit/email-domains',
    summary: 'Make these the email domains.',
    params: Id,
    body: z.strictObject({ emailDomains: z.array(EmailDomain).max(1000) }),
    errors: ['entity.not_exists_with_id'],
  }),
  removeDomain: endpoint({
    ...common,
    method: 'DELETE',
    path: '/api/organizations/:id/jit/email-domains/:emailDomain',
    summary: 'Remove an email domain.',
    params: Id.extend({ emailDomain: z.string() }),
    errors: ['entity.not_found'],
  }),
  listRoles: endpoint({
    ...common,
    method: 'GET',
    path: '/api/organizations/:id/jit/roles',
    summary: 'List the roles of users who join by email domain or enterprise connector, by name.',
    params: Id,
    query: PageQuery,
    response: z.array(OrganizationRole),
    paged: 'optional',
    errors: listErrors,
  }),
  addRoles: endpoint({
    ...common,
    method: 'POST',
    path: '/api/organizations/:id/jit/roles',
    summary: 'Add roles for users who join by email domain or enterprise connector.',
    params: Id,
    body: z.strictObject({ organizationRoleIds: Ids.min(1) }),
    status: [201],
    errors: relationErrors,
  }),
  replaceRoles: endpoint({
    ...common,
    method: 'PUT',
    path: '/api/organizations/:id/jit/roles',
    summary: 'Make these the roles of users who join by email domain or enterprise connector.',
    params: Id,
    body: z.strictObject({ organizationRoleIds: Ids }),
    errors: relationErrors,
  }),
  removeRole: endpoint({
    ...common,
    method: 'DELETE',
    path: '/api/organizations/:id/jit/roles/:organizationRoleId',
    summary: 'Remove a role for users who join by email domain or enterprise connector.',
    params: Id.extend({ organizationRoleId: z.string() }),
    errors: ['entity.not_found'],
  }),
  listConnectors: endpoint({
    ...common,
    method: 'GET',
    path: '/api/organizations/:id/jit/sso-connectors',
    summary: 'List the enterprise connectors whose new users join the organization, newest first.',
    params: Id,
    query: PageQuery,
    response: z.array(OrganizationSsoConnector),
    paged: 'optional',
    errors: listErrors,
  }),
  addConnectors: endpoint({
    ...common,
    method: 'POST',
    path: '/api/organizations/:id/jit/sso-connectors',
    summary: 'Add enterprise connectors.',
    params: Id,
    body: z.strictObject({ ssoConnectorIds: Ids.min(1) }),
    status: [201],
    errors: relationErrors,
  }),
  replaceConnectors: endpoint({
    ...common,
    method: 'PUT',
    path: '/api/organizations/:id/jit/sso-connectors',
    summary: 'Make these the enterprise connectors.',
    params: Id,
    body: z.strictObject({ ssoConnectorIds: Ids }),
    errors: relationErrors,
  }),
  removeConnector: endpoint({
    ...common,
    method: 'DELETE',
    path: '/api/organizations/:id/jit/sso-connectors/:ssoConnectorId',
    summary: 'Remove an enterprise connector.',
    params: Id.extend({ ssoConnectorId: z.string() }),
    errors: ['entity.not_found'],
  }),
} as const;
