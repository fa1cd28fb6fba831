import type { AccessRefusal, ConsentInfo, ResourceScopes } from '@postern/contracts/sign-in/consent';
import { organizationsResource, scopes as wireScopes } from '@postern/contracts/wire';
import { organizationScopes, providerOf, resourceAccess, type ScopeAccess } from '#features/access/oidc';
import type { App } from '#platform/app';
import type { ConsentInteraction, Missing } from './allow.ts';
import { describeDetails } from './describe-details.ts';
import { findConsentApplication, findConsentUser, listMembershipRoles, listRoleIds, type Membership } from './store.ts';

/** Needed for every sign-in and not a decision of the user. */
const impliedScopes = new Set(['openid', 'offline_access']);

type Asked = { resource: ResourceScopes['resource']; scopes: ScopeAccess[] };

/** The missing scopes of a request, with the roles that include them. */
async function askedScopes(app: App, tenantId: string, missing: Record<string, string[]>): Promise<Asked[]> {
  return Promise.all(
    Object.entries(missing).map(async ([indicator, names]) => {
      const wanted = new Set(names);
      if (indicator === organizationsResource) {
        const scopes = await organizationScopes(app, tenantId);
        const resource = { id: indicator, name: indicator, indicator };
        return { resource, scopes: scopes.filter(({ name }) => wanted.has(name)) };
      }
      const known = await resourceAccess(app, tenantId, indicator);
      return {
        resource: { id: known?.id ?? indicator, name: known?.name ?? indicator, indicator },
        scopes: (known?.scopes ?? []).filter(({ name }) => wanted.has(name)),
      };
    }),
  );
}

const toWire = (asked: Asked[]): ResourceScopes[] =>
  asked
    .filter(({ scopes }) => scopes.length > 0)
    .map(({ resource, scopes }) => ({
      resource,
      scopes: scopes.map(({ id, name, description }) => ({ id, name, description })),
    }));

/**
 * What the application gets everywhere. Permissions that the user has only by roles in organizations are listed with
 * these; those of the organization template are in both lists.
 */
const everywhere = (asked: Asked[], roleIds: ReadonlySet<string>): Asked[] =>
  asked.map(({ resource, scopes }) => ({
    resource,
    scopes:
      resource.indicator === organizationsResource
        ? scopes
        : scopes.filter((scope) => scope.roleIds.some((roleId) => roleIds.has(roleId))),
  }));

/** What the user's roles in one organization grant the application there. */
function inOrganization({ id, name, organizationRoleIds }: Membership, asked: Asked[]) {
  const held = new Set(organizationRoleIds);
  const given = asked.map(({ resource, scopes }) => ({
    resource,
    scopes: scopes.filter((scope) => scope.organizationRoleIds.some((roleId) => held.has(roleId))),
  }));
  return { id, name, missingResourceScopes: toWire(given) };
}

/** The same request with a sign-in first; not for pushed or device requests. */
async function switchAccountUri(app: App, tenantId: string, { interaction, clientId }: ConsentInteraction) {
  const client = await (await providerOf(app, tenantId)).Client.find(clientId);
  if (
    !client ||
    client.requirePushedAuthorizationRequests ||
    interaction.deviceCode ||
    interaction.params.request_uri
  ) {
    return undefined;
  }
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(interaction.params)) {
    for (const one of [value ?? []].flat()) {
      query.append(name, String(one));
    }
  }
  query.set('prompt', 'login consent');
  return `${app.endpointOf(tenantId)}/oidc/auth?${query}`;
}

/** Who was refused, and by which application; undefined if one of them is gone. */
export async function describeRefusal(
  app: App,
  tenantId: string,
  consent: ConsentInteraction,
): Promise<AccessRefusal | undefined> {
  const [application, user] = await app.tenancy.read(tenantId, async (db) => [
    await findConsentApplication(db, consent.clientId),
    await findConsentUser(db, consent.accountId),
  ]);
  return application && user
    ? { application, user, switchAccountUri: await switchAccountUri(app, tenantId, consent) }
    : undefined;
}

/** The data of the consent page; undefined if the application or the user is gone. */
export async function describeRequest(
  app: App,
  tenantId: string,
  consent: ConsentInteraction,
): Promise<ConsentInfo | undefined> {
  const { interaction, accountId, clientId } = consent;
  const { missingOIDCScope, missingResourceScopes, rar } = interaction.prompt.details as Missing;
  const asksOrganizations = missingOIDCScope?.includes(wireScopes.organizations) ?? false;
  const [application, user, memberships, roleIds] = await app.tenancy.read(tenantId, async (db) => [
    await findConsentApplication(db, clientId),
    await findConsentUser(db, accountId),
    asksOrganizations ? await listMembershipRoles(db, accountId) : [],
    await listRoleIds(db, accountId),
  ]);
  if (!application || !user) {
    return undefined;
  }
  const asked = await askedScopes(app, tenantId, missingResourceScopes ?? {});
  const oidcScopes = missingOIDCScope?.filter((scope) => !impliedScopes.has(scope));
  return {
    application,
    user,
    ...(asksOrganizations ? { organizations: memberships.map((one) => inOrganization(one, asked)) } : {}),
    ...(oidcScopes?.length ? { missingOIDCScope: oidcScopes } : {}),
    // Without organizations to choose, nothing else would show what their roles grant.
    missingResourceScopes: toWire(asksOrganizations ? everywhere(asked, roleIds) : asked),
    ...(rar ? { authorizationDetails: await describeDetails(app, tenantId, rar) } : {}),
    ...(interaction.grantId ? { isKnown: true } : {}),
    ...(interaction.params.redirect_uri ? { redirectUri: String(interaction.params.redirect_uri) } : {}),
    switchAccountUri: await switchAccountUri(app, tenantId, consent),
  };
}
