import { organizationsResource, organizationUrnPrefix } from '@postern/contracts/wire';
import type { App } from '#platform/app';
import {
  findDefaultResource,
  findMachineRoles,
  findResourceAccess,
  heldRolesStatement,
  listOrganizationScopes,
  type MemberRow,
  memberStatement,
  type ScopeAccess,
} from './access.store.ts';
import type { ClientSettings } from './clients.ts';
import { currentUnit, type HeldRoles } from './unit.ts';

export const defaultTtl = 3600;

export const isOrganizationUrn = (resource: string) => resource.startsWith(organizationUrnPrefix);

/** Who wants a token: a machine, a person through an application, or (before the sign-in) nobody yet. */
export type Asker = {
  clientId: string;
  settings: Pick<ClientSettings, 'isThirdParty' | 'roleIds' | 'consentable'>;
  isMachine: boolean;
  userId: string | undefined;
  organizationId: string | undefined;
};

export type RefusalReason = 'notMember' | 'applicationNotMember' | 'organizationNotConsented' | 'mfaRequired';

/** No token at all, whatever the scopes. */
export class AccessRefused extends Error {
  readonly reason: RefusalReason;

  constructor(reason: RefusalReason) {
    super(reason);
    this.reason = reason;
  }
}

/** A scope with the verdict: which of the asker's roles give it, and whether the application may ask for it. */
export type JudgedScope = ScopeAccess & {
  heldRoleIds: string[];
  heldOrganizationRoleIds: string[];
  isConsentable: boolean;
  isGranted: boolean;
};

export type Access = { ttl: number; scopes: JudgedScope[] };

async function heldByPerson(app: App, tenantId: string, userId: string): Promise<HeldRoles> {
  const held = currentUnit()?.held;
  if (held?.userId === userId) {
    return held.roles;
  }
  const [row] = await app.tenancy.run<HeldRoles>(tenantId, heldRolesStatement, [userId]);
  return row ?? { roleIds: [], organizationRoleIds: [] };
}

/** The roles of a person in an organization; refuses when no token may be issued there. */
async function rolesInOrganization(app: App, tenantId: string, asker: Asker, userId: string, organizationId: string) {
  const values = [organizationId, userId, asker.clientId];
  const [member] = await app.tenancy.run<MemberRow>(tenantId, memberStatement, values);
  if (!member) {
    throw new AccessRefused('notMember');
  }
  if (asker.settings.isThirdParty && !member.isConsented) {
    throw new AccessRefused('organizationNotConsented');
  }
  if (member.isMfaRequired && !member.hasMfa) {
    throw new AccessRefused('mfaRequired');
  }
  return member.organizationRoleIds;
}

async function rolesOfMachine(app: App, tenantId: string, clientId: string, organizationId: string) {
  const roles = await app.cache.get(tenantId, `oidc-machine:${organizationId} ${clientId}`, () =>
    app.tenancy.read(tenantId, (db) => findMachineRoles(db, organizationId, clientId)),
  );
  if (!roles) {
    throw new AccessRefused('applicationNotMember');
  }
  return roles;
}

/** Undefined while nobody is known: then everything the resource has may be asked for. */
async function heldRoles(app: App, tenantId: string, asker: Asker): Promise<HeldRoles | undefined> {
  const { clientId, settings, isMachine, userId, organizationId } = asker;
  if (isMachine) {
    return organizationId
      ? { roleIds: [], organizationRoleIds: await rolesOfMachine(app, tenantId, clientId, organizationId) }
      : { roleIds: settings.roleIds, organizationRoleIds: [] };
  }
  if (!userId) {
    return undefined;
  }
  if (!organizationId) {
    return heldByPerson(app, tenantId, userId);
  }
  const organizationRoleIds = await rolesInOrganization(app, tenantId, asker, userId, organizationId);
  return { roleIds: (await heldByPerson(app, tenantId, userId)).roleIds, organizationRoleIds };
}

function judge(
  scopes: ScopeAccess[],
  held: HeldRoles | undefined,
  consentable: ReadonlySet<string> | undefined,
): JudgedScope[] {
  const roles = new Set(held?.roleIds);
  const organizationRoles = new Set(held?.organizationRoleIds);
  return scopes.map((scope) => {
    const heldRoleIds = scope.roleIds.filter((id) => roles.has(id));
    const heldOrganizationRoleIds = scope.organizationRoleIds.filter((id) => organizationRoles.has(id));
    const isConsentable = consentable?.has(scope.id) ?? true;
    const isHeld = held === undefined || heldRoleIds.length + heldOrganizationRoleIds.length > 0;
    return { ...scope, heldRoleIds, heldOrganizationRoleIds, isConsentable, isGranted: isHeld && isConsentable };
  });
}

/** The scopes of the organization template, with the roles that give each. */
export function organizationScopes(app: App, tenantId: string): Promise<ScopeAccess[]> {
  return app.cache.get(tenantId, 'oidc-organization-scopes', () => app.tenancy.read(tenantId, listOrganizationScopes));
}

/** The resource as the tenant cache knows it; undefined when there is none. */
export function resourceAccess(app: App, tenantId: string, indicator: string) {
  return app.cache.get(tenantId, `oidc-resource:${indicator}`, () =>
    app.tenancy.read(tenantId, (db) => findResourceAccess(db, indicator)),
  );
}

/**
 * The one rule about scopes: what a token for this audience may carry for this asker, and why. The engine and the
 * preview in the console both ask here. Undefined when there is no such resource.
 */
export async function accessTo(
  app: App,
  tenantId: string,
  asker: Asker,
  indicator: string,
): Promise<Access | undefined> {
  const { isThirdParty, consentable } = asker.settings;
  if (indicator === organizationsResource || isOrganizationUrn(indicator)) {
    const scopes = await organizationScopes(app, tenantId);
    const allowed = isThirdParty ? new Set(consentable.organizationScopeIds) : undefined;
    if (indicator === organizationsResource) {
      return { ttl: defaultTtl, scopes: judge(scopes, undefined, allowed) };
    }
    const organizationId = indicator.slice(organizationUrnPrefix.length);
    const held = (await heldRoles(app, tenantId, { ...asker, organizationId })) ?? {
      roleIds: [],
      organizationRoleIds: [],
    };
    return { ttl: defaultTtl, scopes: judge(scopes, held, allowed) };
  }
  const resource = await resourceAccess(app, tenantId, indicator);
  if (!resource) {
    return undefined;
  }
  const allowed = isThirdParty
    ? new Set([...consentable.resourceScopeIds, ...consentable.organizationResourceScopeIds])
    : undefined;
  const held = await heldRoles(app, tenantId, asker);
  return { ttl: resource.accessTokenTtl, scopes: judge(resource.scopes, held, allowed) };
}

/** The organization scopes of a member; undefined for people who are none. */
export async function memberScopes(app: App, tenantId: string, organizationId: string, userId: string) {
  const [member] = await app.tenancy.run<MemberRow>(tenantId, memberStatement, [organizationId, userId, '']);
  if (!member) {
    return undefined;
  }
  const held = { roleIds: [], organizationRoleIds: member.organizationRoleIds };
  const scopes = judge(await organizationScopes(app, tenantId), held, undefined);
  return new Set(scopes.filter(({ isGranted }) => isGranted).map(({ name }) => name));
}

export function defaultResourceOf(app: App, tenantId: string): Promise<string | undefined> {
  return app.cache
    .get(tenantId, 'oidc-default-resource', async () => (await app.tenancy.read(tenantId, findDefaultResource)) ?? '')
    .then((indicator) => indicator || undefined);
}
