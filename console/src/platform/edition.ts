import {
  cloudApiIndicator,
  defaultTenantId,
  managementApiIndicator,
  meApiIndicator,
  organizationsResource,
  readerScopes,
  scopes,
  tenantOrganizationId,
  tenantScopes,
} from '@postern/contracts/wire';
import { config, type EditionName } from './config.ts';

/** The audience of an access token: an API resource, or a tenant as organization. */
export type Access = { resource: string } | { organizationId: string };

/** All differences between the two editions, except their lists of features. */
export type Edition = {
  /** Whether paths start with the tenant id. */
  tenantInPath: boolean;
  /** Whether the top bar shows the product name, because there is no tenant to show. */
  titled: boolean;
  /** API resources requested at sign-in, with the scopes that a token for each must have. */
  resources: Readonly<Record<string, readonly string[]>>;
  scopes: readonly string[];
  /** Management calls use the tenant's own endpoint, or a prefix of this origin. */
  managementPrefix: ((tenantId: string) => string) | undefined;
  managementAccess: (tenantId: string) => Access;
};

const signInScopes = [
  'openid',
  'offline_access',
  'profile',
  'email',
  scopes.identities,
  scopes.customData,
  scopes.organizations,
  scopes.organizationRoles,
  scopes.all,
];

const editions: Record<EditionName, Edition> = {
  oss: {
    tenantInPath: false,
    titled: true,
    resources: { [managementApiIndicator(defaultTenantId)]: [scopes.all], [meApiIndicator]: [scopes.all] },
    scopes: [...signInScopes, ...readerScopes],
    managementPrefix: undefined,
    managementAccess: () => ({ resource: managementApiIndicator(defaultTenantId) }),
  },
  cloud: {
    tenantInPath: true,
    titled: false,
    resources: {
      [cloudApiIndicator]: [scopes.createTenant, scopes.manageTenantSelf],
      [meApiIndicator]: [scopes.all],
      // Never has its own token, but without it the refresh token would lose the tenant scopes.
      [organizationsResource]: [],
    },
    scopes: [...signInScopes, ...tenantScopes, scopes.createTenant, scopes.manageTenantSelf],
    managementPrefix: (tenantId) => `/m/${encodeURIComponent(tenantId)}`,
    managementAccess: (tenantId) => ({ organizationId: tenantOrganizationId(tenantId) }),
  },
};

export const edition: Edition = editions[config.edition];
