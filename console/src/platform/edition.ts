import {
  cloudApiIndicator,
  defaultTenantId,
  managementApiIndicator,
  meApiIndicator,
  organizationsResource,
  scopes,
  tenantOrganizationId,
  tenantScopes,
} from '@postern/contracts/wire';
import { config, type EditionName } from './config.ts';

/** What an access token is for: an API resource, or a tenant as an organization. */
export type Access = { resource: string } | { organizationId: string };

/** Everything in which the two editions differ, apart from their lists of features. */
export type Edition = {
  /** Whether a path starts with the tenant's id. */
  tenantInPath: boolean;
  /** Whether the top bar names the product, because there is no tenant to name. */
  titled: boolean;
  /** API resources asked for at sign-in, with the scopes a token for each must hold. */
  resources: Readonly<Record<string, readonly string[]>>;
  scopes: readonly string[];
  /** Management calls: on the tenant's own endpoint, or under a prefix of this origin. */
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
    scopes: signInScopes,
    managementPrefix: undefined,
    managementAccess: () => ({ resource: managementApiIndicator(defaultTenantId) }),
  },
  cloud: {
    tenantInPath: true,
    titled: false,
    resources: {
      [cloudApiIndicator]: [scopes.createTenant, scopes.manageTenantSelf],
      [meApiIndicator]: [scopes.all],
      // Never a token of its own: only with it does the refresh token keep the tenant scopes.
      [organizationsResource]: [],
    },
    scopes: [...signInScopes, ...tenantScopes, scopes.createTenant, scopes.manageTenantSelf],
    managementPrefix: (tenantId) => `/m/${encodeURIComponent(tenantId)}`,
    managementAccess: (tenantId) => ({ organizationId: tenantOrganizationId(tenantId) }),
  },
};

export const edition: Edition = editions[config.edition];
