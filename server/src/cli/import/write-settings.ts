import { namedSecretTypes } from '@postern/contracts/access/applications';
import { defaultSecretName, internalSecretPrefix } from '@postern/contracts/wire';
import { insertApplication, insertSecret, secretSealer } from '#features/access/applications';
import {
  insertOrganizationRole,
  insertOrganizationRoleScopes,
  insertOrganizationScope,
  listOrganizationScopes,
} from '#features/access/organization-template';
import { insertResource, insertScopes } from '#features/access/resources';
import { assignApplicationRole, insertRole, insertRoleScopes, listRoles } from '#features/access/roles';
import { importSamlApplication } from '#features/access/saml-applications';
import { lockSignInExperience, updateSignInExperience } from '#features/experience/sign-in-experience';
import { type ConfigSealer, createConnector } from '#features/messages/connectors';
import { insertOrganization } from '#features/people/organizations';
import type { Db } from '#platform/db/db';
import { emit } from '#platform/jobs/events';
import { newId, newSecret } from '#platform/secrets/ids';
import type { Vault } from '#platform/secrets/vault';
import type { SourceScope } from './model.ts';
import { keyOf, type Plan } from './planned.ts';
import { everything, readScopes } from './read-target.ts';

async function writeResources(db: Db, { resources }: Plan): Promise<void> {
  for (const { id: known, body, scopes } of resources) {
    const id = known ?? newId();
    if (known === undefined) {
      await insertResource(db, id, body);
      await emit(db, { name: 'Resource.Created', subjectId: id });
    }
    if (scopes.length > 0) {
      const added = await insertScopes(
        db,
        id,
        scopes.map((scope) => ({ ...scope, id: newId() })),
      );
      await emit(db, ...added.map((scope) => ({ name: 'Scope.Created', subjectId: scope.id }) as const));
    }
  }
}

type IdsOf = (scopes: SourceScope[]) => string[];

async function writeRoles(db: Db, { roles }: Plan, idsOf: IdsOf): Promise<void> {
  for (const { body, scopes } of roles) {
    const { tenantId: _tenant, scopeIds: _ids, type = 'User', ...role } = body;
    const { id } = await insertRole(db, { ...role, type, id: newId() });
    await emit(db, { name: 'Role.Created', subjectId: id, data: { type } });
    if (scopes.length > 0) {
      await insertRoleScopes(db, id, idsOf(scopes));
      await emit(db, { name: 'Role.Scopes.Updated', subjectId: id, data: { roleId: id } });
    }
  }
}

async function writeOrganizationTemplate(db: Db, plan: Plan, idsOf: IdsOf): Promise<void> {
  for (const scope of plan.organizationScopes) {
    const created = await insertOrganizationScope(db, newId(), scope);
    if (created) {
      await emit(db, { name: 'OrganizationScope.Created', subjectId: created.id });
    }
  }
  if (plan.organizationRoles.length === 0) {
    return;
  }
  const known = new Map((await listOrganizationScopes(db, undefined, undefined)).map(({ id, name }) => [name, id]));
  for (const { body, scopes, organizationScopes } of plan.organizationRoles) {
    const created = await insertOrganizationRole(db, newId(), body);
    if (!created) {
      continue;
    }
    await emit(db, { name: 'OrganizationRole.Created', subjectId: created.id });
    await insertOrganizationRoleScopes(db, 'resource', created.id, idsOf(scopes));
    const ids = organizationScopes.flatMap((name) => known.get(name) ?? []);
    await insertOrganizationRoleScopes(db, 'organization', created.id, ids);
  }
}

async function writeApplications(db: Db, vault: Vault, tenantId: string, { applications }: Plan): Promise<void> {
  const machineRoles = new Set(
    (await listRoles(db, { search: undefined, type: 'MachineToMachine' }, everything)).map(({ name }) => name),
  );
  const sealer = secretSealer({ vault }, tenantId);
  for (const { id, body, secrets, roles } of applications) {
    const application = await insertApplication(db, id, internalSecretPrefix + newSecret(), body, { type: 'command' });
    const given = secrets.length > 0 ? secrets : [{ name: defaultSecretName, value: newSecret() }];
    for (const secret of namedSecretTypes.includes(body.type) ? given : []) {
      await insertSecret(db, sealer, { application, ...secret });
    }
    await emit(db, { name: 'Application.Created', subjectId: id, data: { type: body.type } });
    for (const role of body.type === 'MachineToMachine' ? roles : []) {
      if (machineRoles.has(role)) {
        await assignApplicationRole(db, id, role);
      }
    }
  }
}

async function writeExperience(db: Db, { experience }: Plan): Promise<void> {
  const parts = Object.keys(experience);
  const current = parts.length > 0 ? await lockSignInExperience(db) : undefined;
  if (current) {
    await updateSignInExperience(db, experience);
    await emit(db, { name: 'SignInExperience.Data.Updated', subjectId: current.id, data: { parts } });
  }
}

type Means = { vault: Vault; sealer: ConfigSealer; tenantId: string; host: string };

/** Everything except users, in the transaction of the caller. */
export async function writeSettings(db: Db, { vault, sealer, tenantId, host }: Means, plan: Plan): Promise<void> {
  await writeResources(db, plan);
  const { scopes } = await readScopes(db);
  const idsOf: IdsOf = (wanted) => [...new Set(wanted.flatMap((scope) => scopes.get(keyOf(scope)) ?? []))];
  await writeRoles(db, plan, idsOf);
  await writeOrganizationTemplate(db, plan, idsOf);
  for (const { id, body } of plan.organizations) {
    await insertOrganization(db, id, body);
    await emit(db, { name: 'Organization.Created', subjectId: id });
  }
  await writeApplications(db, vault, tenantId, plan);
  for (const { id, body } of plan.samlApplications) {
    await importSamlApplication(db, { app: { vault }, tenantId, host }, id, body);
  }
  for (const { factory, body, settings } of plan.connectors) {
    await createConnector(db, factory, body, settings, sealer);
  }
  await writeExperience(db, plan);
}
