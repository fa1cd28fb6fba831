import { organizationsResource, organizationUrnPrefix } from '@postern/contracts/wire';
import type { App } from '#platform/app';
import { currentUnit, type FoundRoles, type HeldRoles, readMember } from '../engine/unit.ts';
import {
  findDefaultResource,
  findMachineRoles,
  findResourceAccess,
  grantedRolesStatement,
  heldRolesStatement,
  listOrganizationScopes,
  type MemberRow,
  memberStatement,
  type ScopeAccess,
} from './access.store.ts';
import type { ClientSettings } from './clients.ts';

export const defaultTtl = 3600;

export const isOrganizationUrn = (resource: string) => resource.startsWith(organizationUrnPrefix);

/** The organization that a resource is; undefined for all other resources. */
export const organizationOf = (resource: string): string | undefined =>
  isOrganizationUrn(resource) ? resource.slice(organizationUrnPrefix.length) : undefined;

/** Who requests a token: a machine, a user through an application, or (before the sign-in) an unknown user. */
export type Asker = {
  clientId: string;
  settings: Pick<ClientSettings, 'isThirdParty' | 'roleIds' | 'consentable'>;
  isMachine: boolean;
  userId: string | undefined;
  organizationId: string | undefined;
  /** An authorization request: what the application may get is decided later, by the user and at each token request. */
  isSignIn?: boolean;
  /** The user's roles, if they are already loaded. */
  roles?: FoundRoles;
  /** Whether the user signed in with a second factor; undefined if the question is not about a token request. */
  usedFactor?: boolean | undefined;
};

export type RefusalReason = 'notMember' | 'applicationNotMember' | 'organizationNotConsented' | 'mfaRequired';

/** No token may be issued, whatever the scopes. */
export class AccessRefused extends Error {
  readonly reason: RefusalReason;

  constructor(reason: RefusalReason) {
    super(reason);
    this.reason = reason;
  }
}

/** A scope with the result: which roles of the requester grant it, and whether the application may request it. */
export type JudgedScope = ScopeAccess & {
  heldRoleIds: string[];
  heldOrganizationRoleIds: string[];
  isConsentable: boolean;
  isGranted: boolean;
};

/**
 * The scopes of one audience, indexed by role, so that the cost of a token depends only on the roles of its requester.
 */
type Catalogue = { ttl: number; scopes: ScopeAccess[]; byRole: Map<string, ScopeAccess[]> };

/** The roles of a requester in a catalogue; `held` is undefined while the user is unknown. */
type Claim = Catalogue & { held: HeldRoles | undefined; consentable: ReadonlySet<string> | undefined };

const noRoles: FoundRoles = { roleIds: [], organizationRoleIds: [], guardedRoleIds: [] };

const organizationRoleKey = (id: string) => `organization ${id}`;

function catalogue(scopes: ScopeAccess[], ttl: number): Catalogue {
  const byRole = new Map<string, ScopeAccess[]>();
  for (const scope of scopes) {
    for (const key of [...scope.roleIds, ...scope.organizationRoleIds.map(organizationRoleKey)]) {
      const known = byRole.get(key);
      if (known) {
        known.push(scope);
      } else {
        byRole.set(key, [scope]);
      }
    }
  }
  return { ttl, scopes, byRole };
}

/** Roles in all organizations; for a third-party application, only in those that the user granted it. */
async function findRoles(app: App, tenantId: string, asker: Asker, userId: string): Promise<FoundRoles> {
  if (asker.settings.isThirdParty && !asker.isSignIn) {
    const [row] = await app.tenancy.run<FoundRoles>(tenantId, grantedRolesStatement, [userId, asker.clientId]);
    return row ?? noRoles;
  }
  if (asker.roles) {
    return asker.roles;
  }
  const held = currentUnit()?.held;
  if (held?.userId === userId) {
    return held.roles;
  }
  const [row] = await app.tenancy.run<FoundRoles>(tenantId, heldRolesStatement, [userId]);
  return row ?? noRoles;
}

/** Without the roles in organizations that require a second factor, unless this sign-in has used one. */
async function heldByPerson(app: App, tenantId: string, asker: Asker, userId: string): Promise<HeldRoles> {
  const { roleIds, organizationRoleIds, guardedRoleIds } = await findRoles(app, tenantId, asker, userId);
  const isUsable = asker.usedFactor !== false;
  return { roleIds, organizationRoleIds: isUsable ? [...organizationRoleIds, ...guardedRoleIds] : organizationRoleIds };
}

/** The roles of a user in an organization. Throws if no token may be issued there. */
async function rolesInOrganization(app: App, tenantId: string, asker: Asker, userId: string, organizationId: string) {
  const known = readMember(userId, organizationId, asker.clientId);
  const values = [organizationId, userId, asker.clientId];
  const member = known === undefined ? (await app.tenancy.run<MemberRow>(tenantId, memberStatement, values))[0] : known;
  if (!member) {
    throw new AccessRefused('notMember');
  }
  if (asker.settings.isThirdParty && !member.isConsented) {
    throw new AccessRefused('organizationNotConsented');
  }
  // A factor that was not used in this sign-in proves nothing.
  if (member.isMfaRequired && (!member.hasMfa || asker.usedFactor === false)) {
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

/** Ids come from requests of anyone. PostgreSQL does not accept the character NUL. */
export const isPossibleId = (id: string) => /^[^\0]{1,23}$/.test(id);

/** Undefined while the user is unknown: then every scope of the resource may be requested. */
async function heldRoles(app: App, tenantId: string, asker: Asker): Promise<HeldRoles | undefined> {
  const { clientId, settings, isMachine, userId, organizationId } = asker;
  if (organizationId !== undefined && !isPossibleId(organizationId)) {
    throw new AccessRefused(isMachine ? 'applicationNotMember' : 'notMember');
  }
  if (isMachine) {
    return organizationId
      ? { roleIds: [], organizationRoleIds: await rolesOfMachine(app, tenantId, clientId, organizationId) }
      : { roleIds: settings.roleIds, organizationRoleIds: [] };
  }
  if (!userId) {
    return undefined;
  }
  if (!organizationId) {
    return heldByPerson(app, tenantId, asker, userId);
  }
  const organizationRoleIds = await rolesInOrganization(app, tenantId, asker, userId, organizationId);
  return { roleIds: (await heldByPerson(app, tenantId, asker, userId)).roleIds, organizationRoleIds };
}

function namesOf({ scopes, byRole, held, consentable }: Claim): string[] {
  const given = held
    ? [...held.roleIds, ...held.organizationRoleIds.map(organizationRoleKey)].flatMap((key) => byRole.get(key) ?? [])
    : scopes;
  const allowed = consentable ? given.filter(({ id }) => consentable.has(id)) : given;
  return [...new Set(allowed.map(({ name }) => name))];
}

function judge({ scopes, held, consentable }: Claim): JudgedScope[] {
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

function organizationCatalogue(app: App, tenantId: string): Promise<Catalogue> {
  return app.cache.get(tenantId, 'oidc-organization-scopes', async () =>
    catalogue(await app.tenancy.read(tenantId, listOrganizationScopes), defaultTtl),
  );
}

/** The scopes of the organization template, with the roles that grant each. */
export const organizationScopes = async (app: App, tenantId: string): Promise<ScopeAccess[]> =>
  (await organizationCatalogue(app, tenantId)).scopes;

/** The resource from the tenant cache; undefined if it does not exist. */
export function resourceAccess(app: App, tenantId: string, indicator: string) {
  return app.cache.get(tenantId, `oidc-resource:${indicator}`, async () => {
    const resource = await app.tenancy.read(tenantId, (db) => findResourceAccess(db, indicator));
    return resource && { ...resource, ...catalogue(resource.scopes, resource.accessTokenTtl) };
  });
}

/** What the requester may get of an audience; undefined if the resource does not exist. */
async function claimOf(app: App, tenantId: string, asker: Asker, indicator: string): Promise<Claim | undefined> {
  const { isThirdParty, consentable: allowed } = asker.settings;
  if (indicator === organizationsResource || isOrganizationUrn(indicator)) {
    const known = await organizationCatalogue(app, tenantId);
    const consentable = isThirdParty ? new Set(allowed.organizationScopeIds) : undefined;
    if (indicator === organizationsResource && asker.isSignIn) {
      // Any permission may be requested here; a token only gets what the requester has.
      return { ...known, held: undefined, consentable };
    }
    const organizationId = organizationOf(indicator) ?? asker.organizationId;
    const held = await heldRoles(app, tenantId, { ...asker, organizationId });
    return { ...known, held: held ?? noRoles, consentable };
  }
  const known = await resourceAccess(app, tenantId, indicator);
  if (!known) {
    return undefined;
  }
  const consentable = isThirdParty
    ? new Set([...allowed.resourceScopeIds, ...allowed.organizationResourceScopeIds])
    : undefined;
  return { ...known, held: await heldRoles(app, tenantId, asker), consentable };
}

/**
 * Determines the scopes that a token for this audience may have for this requester. The only implementation: the engine
 * uses the names, the preview in the console the reasons. Undefined if the resource does not exist.
 */
export async function accessTo(
  app: App,
  tenantId: string,
  asker: Asker,
  indicator: string,
): Promise<{ ttl: number; names: string[] } | undefined> {
  const claim = await claimOf(app, tenantId, asker, indicator);
  return claim && { ttl: claim.ttl, names: namesOf(claim) };
}

/** A machine's scopes change only with the tenant's settings, so they are cached per set of roles. */
export function machineAccess(
  app: App,
  tenantId: string,
  asker: Omit<Asker, 'isMachine' | 'userId'>,
  indicator: string,
): ReturnType<typeof accessTo> {
  const { clientId, settings } = asker;
  const organizationId = organizationOf(indicator) ?? asker.organizationId;
  const who = organizationId ? `${organizationId} ${clientId}` : settings.roleIds.join(' ');
  return app.cache.get(tenantId, `oidc-machine-access:${indicator} ${who}`, () =>
    accessTo(app, tenantId, { ...asker, isMachine: true, userId: undefined }, indicator),
  );
}

export async function explainAccess(
  app: App,
  tenantId: string,
  asker: Asker,
  indicator: string,
): Promise<{ ttl: number; scopes: JudgedScope[] } | undefined> {
  const claim = await claimOf(app, tenantId, asker, indicator);
  return claim && { ttl: claim.ttl, scopes: judge(claim) };
}

/** The organization scopes of a member; undefined if the user is not a member. */
export async function memberScopes(app: App, tenantId: string, organizationId: string, userId: string) {
  const [member] = await app.tenancy.run<MemberRow>(tenantId, memberStatement, [organizationId, userId, '']);
  if (!member) {
    return undefined;
  }
  const held = { roleIds: [], organizationRoleIds: member.organizationRoleIds };
  return new Set(namesOf({ ...(await organizationCatalogue(app, tenantId)), held, consentable: undefined }));
}

export function defaultResourceOf(app: App, tenantId: string): Promise<string | undefined> {
  return app.cache
    .get(tenantId, 'oidc-default-resource', async () => (await app.tenancy.read(tenantId, findDefaultResource)) ?? '')
    .then((indicator) => indicator || undefined);
}
