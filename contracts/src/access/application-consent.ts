import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { PageQuery } from '../fields.ts';
import { scopes } from '../wire.ts';
import { Organization, OrganizationWithRoles } from './organization.ts';

/** User scopes that a third-party application may request. */
export const consentUserScopes = [
  'profile',
  'email',
  'phone',
  'address',
  scopes.customData,
  scopes.identities,
  scopes.roles,
  scopes.organizations,
  scopes.organizationRoles,
] as const;
export const ConsentUserScope = z.enum(consentUserScopes);
export type ConsentUserScope = z.infer<typeof ConsentUserScope>;

export const consentScopeTypes = [
  'organization-scopes',
  'resource-scopes',
  'organization-resource-scopes',
  'user-scopes',
] as const;
export const ConsentScopeType = z.enum(consentScopeTypes);
export type ConsentScopeType = z.infer<typeof ConsentScopeType>;

const Ids = z.array(z.string().min(1).max(64)).max(1000);

export const AddConsentScopes = z.strictObject({
  organizationScopes: Ids.optional(),
  resourceScopes: Ids.optional(),
  organizationResourceScopes: Ids.optional(),
  userScopes: z.array(ConsentUserScope).max(100).optional(),
});
export type AddConsentScopes = z.infer<typeof AddConsentScopes>;

const Scope = z.object({ id: z.string(), name: z.string(), description: z.string().nullable() });
const ResourceScopes = z.object({
  resource: z.object({ id: z.string(), name: z.string(), indicator: z.string() }),
  scopes: z.array(Scope),
});

export const ConsentScopes = z.object({
  organizationScopes: z.array(Scope),
  resourceScopes: z.array(ResourceScopes),
  organizationResourceScopes: z.array(ResourceScopes),
  userScopes: z.array(ConsentUserScope),
});
export type ConsentScopes = z.infer<typeof ConsentScopes>;

const Application = z.object({ applicationId: z.string() });
const Id = z.object({ id: z.string() });
const Person = Id.extend({ userId: z.string() });
const OrganizationIds = z.array(z.string().min(1).max(64)).max(1000);
const consentOrganizationsPath = '/api/applications/:id/users/:userId/consent-organizations';
const common = { auth: { kind: 'management' }, document: 'management', tag: 'Applications' } as const;

export const applicationConsentApi = {
  addScopes: endpoint({
    ...common,
    method: 'POST',
    path: '/api/applications/:applicationId/user-consent-scopes',
    summary: 'Allow a third-party application to request more permissions. Existing ones are kept.',
    params: Application,
    body: AddConsentScopes,
    status: [201],
    errors: [
      'entity.not_exists_with_id',
      'application.third_party_application_only',
      'application.user_consent_scopes_not_found',
      'application.consent_management_api_scopes_not_allowed',
      'dynamic_clients.permissions_are_shared',
    ],
  }),
  listScopes: endpoint({
    ...common,
    method: 'GET',
    path: '/api/applications/:applicationId/user-consent-scopes',
    summary: 'Get the consent scopes of an application.',
    params: Application,
    response: ConsentScopes,
    errors: ['entity.not_exists_with_id'],
  }),
  removeScope: endpoint({
    ...common,
    method: 'DELETE',
    path: '/api/applications/:applicationId/user-consent-scopes/:scopeType/:scopeId',
    summary: 'Remove a consent scope from an application.',
    params: Application.extend({ scopeType: ConsentScopeType, scopeId: z.string() }),
    errors: ['entity.not_exists_with_id', 'entity.not_found'],
  }),
  listConsentOrganizations: endpoint({
    ...common,
    method: 'GET',
    path: consentOrganizationsPath,
    summary: 'List the organizations that a user gave an application access to.',
    params: Person,
    query: PageQuery,
    response: z.object({ organizations: z.array(Organization) }),
    paged: 'always',
    errors: ['entity.not_exists_with_id', 'application.third_party_application_only'],
  }),
  replaceConsentOrganizations: endpoint({
    ...common,
    method: 'PUT',
    path: consentOrganizationsPath,
    summary: 'Replace the organizations that a user gave an application access to.',
    params: Person,
    body: z.strictObject({ organizationIds: OrganizationIds }),
    errors: [
      'entity.not_exists_with_id',
      'application.third_party_application_only',
      'organization.require_membership',
    ],
  }),
  addConsentOrganizations: endpoint({
    ...common,
    method: 'POST',
    path: consentOrganizationsPath,
    summary: 'Give an application access to more organizations of a user.',
    params: Person,
    body: z.strictObject({ organizationIds: OrganizationIds }),
    status: [201],
    errors: [
      'entity.not_exists_with_id',
      'application.third_party_application_only',
      'organization.require_membership',
    ],
  }),
  removeConsentOrganization: endpoint({
    ...common,
    method: 'DELETE',
    path: `${consentOrganizationsPath}/:organizationId`,
    summary: 'Remove the access of an application to one organization of a user.',
    params: Person.extend({ organizationId: z.string() }),
    errors: ['entity.not_exists_with_id', 'entity.not_found', 'application.third_party_application_only'],
  }),
  listOrganizations: endpoint({
    ...common,
    method: 'GET',
    path: '/api/applications/:id/organizations',
    summary: 'List the organizations of a machine, with its roles in each.',
    params: Id,
    query: PageQuery,
    response: z.array(OrganizationWithRoles),
    paged: 'optional',
    errors: ['entity.not_exists_with_id'],
  }),
} as const;
