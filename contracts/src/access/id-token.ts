import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { scopes } from '../wire.ts';

/** Claims that userinfo always has, and ID tokens only if the tenant adds them; each with the scope that it needs. */
export const extendedClaims = {
  roles: scopes.roles,
  organizations: scopes.organizations,
  organization_data: scopes.organizations,
  organization_roles: scopes.organizationRoles,
  custom_data: scopes.customData,
  identities: scopes.identities,
  sso_identities: scopes.identities,
} as const;
export type ExtendedClaim = keyof typeof extendedClaims;

// The keys of the object above.
export const extendedClaimNames = Object.keys(extendedClaims) as [ExtendedClaim, ...ExtendedClaim[]];

/** Without a list, ID tokens have none of the claims. */
export const IdTokenSettings = z.object({
  enabledExtendedClaims: z.array(z.enum(extendedClaimNames)).max(100).optional(),
});
export type IdTokenSettings = z.infer<typeof IdTokenSettings>;

/** What tenants have that did not change it. */
export const defaultExtendedClaims: readonly ExtendedClaim[] = ['roles', 'organizations', 'organization_roles'];

const common = {
  auth: { kind: 'management' },
  document: 'management',
  tag: 'Custom JWT',
  path: '/api/configs/id-token',
} as const;

export const idTokenApi = {
  get: endpoint({
    ...common,
    method: 'GET',
    summary: 'Get which additional claims ID tokens contain.',
    response: IdTokenSettings,
  }),
  save: endpoint({
    ...common,
    method: 'PUT',
    quota: ['customJwtEnabled'],
    summary: 'Set which additional claims ID tokens contain. A claim also needs its scope in the request.',
    body: IdTokenSettings.strict(),
    response: IdTokenSettings,
    errors: ['jwt_customizer.can_not_create_for_admin_tenant', 'subscription.limit_exceeded'],
  }),
} as const;
