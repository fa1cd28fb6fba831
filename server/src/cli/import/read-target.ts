import type { SignInExperience } from '@postern/contracts/experience/sign-in-experience';
import { listApplications } from '#features/access/applications';
import { findRoleIdsByName, listOrganizationScopes } from '#features/access/organization-template';
import { listResources, listScopesOf } from '#features/access/resources';
import { listRoles } from '#features/access/roles';
import { findSignInExperience } from '#features/experience/sign-in-experience';
import { type ConfigSealer, listConnectorRows } from '#features/messages/connectors';
import { listExistingOrganizations } from '#features/people/organizations';
import type { Db } from '#platform/db/db';
import { CliError } from '../command.ts';
import { idFor, type Model } from './model.ts';

/** What a tenant has before the import. */
export type Target = {
  applicationIds: Set<string>;
  /** By indicator. */
  resourceIds: Map<string, string>;
  /** IDs of permissions by indicator and name, see `keyOf`. */
  scopes: Map<string, string>;
  roleNames: Set<string>;
  organizationScopeNames: Set<string>;
  organizationRoleNames: Set<string>;
  organizationIds: Set<string>;
  connectorIds: Set<string>;
  /** Type of a sender; factory, and target with platform, of a social connector. */
  connectorKeys: Set<string>;
  socialTargets: Set<string>;
  experience: SignInExperience;
};

/** More roles than any tenant has. */
export const everything = { page: 1, size: 1_000_000, limit: 1_000_000, offset: 0 };

/** IDs of permissions by indicator and name. */
export async function readScopes(db: Db) {
  const resources = await listResources(db, undefined);
  const indicators = new Map(resources.map(({ id, indicator }) => [id, indicator]));
  const scopes = await listScopesOf(db, [...indicators.keys()]);
  return {
    resourceIds: new Map(resources.map(({ id, indicator }) => [indicator, id])),
    scopes: new Map(scopes.map(({ id, resourceId, name }) => [`${indicators.get(resourceId)}\n${name}`, id])),
  };
}

export async function readTarget(db: Db, sealer: ConfigSealer, model: Model): Promise<Target> {
  const experience = await findSignInExperience(db);
  if (!experience) {
    throw new CliError('The tenant has no sign-in experience yet. Start the server once.');
  }
  const connectors = await listConnectorRows(db, sealer);
  const organizationRoles = model.organizationRoles.map(({ body }) => body.name);
  const organizations = model.organizations.map(({ sourceId }) => idFor(model.source, sourceId));
  const social = connectors.filter(({ type }) => type === 'Social');
  return {
    applicationIds: new Set((await listApplications(db, { search: undefined }, undefined)).map(({ id }) => id)),
    ...(await readScopes(db)),
    roleNames: new Set((await listRoles(db, { search: undefined }, everything)).map(({ name }) => name)),
    organizationScopeNames: new Set((await listOrganizationScopes(db, undefined, undefined)).map(({ name }) => name)),
    organizationRoleNames: new Set((await findRoleIdsByName(db, organizationRoles)).keys()),
    organizationIds: new Set(await listExistingOrganizations(db, organizations)),
    connectorIds: new Set(connectors.map(({ id }) => id)),
    connectorKeys: new Set(
      connectors.flatMap(({ type, target, platform, connectorId }) =>
        type === 'Social' ? [`${target} ${platform}`, connectorId] : [type],
      ),
    ),
    socialTargets: new Set(social.map(({ target }) => target)),
    experience,
  };
}
