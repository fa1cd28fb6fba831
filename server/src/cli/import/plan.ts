import { CreateOrganizationRole } from '@postern/contracts/access/organization-roles';
import { CreateOrganizationScope } from '@postern/contracts/access/organization-scopes';
import { CreateResource, CreateScope } from '@postern/contracts/access/resources';
import { CreateRole } from '@postern/contracts/access/roles';
import { CreateConnector } from '@postern/contracts/messages/connectors';
import { CreateOrganization } from '@postern/contracts/people/organizations';
import { internalRolePrefix, isManagementApi, managementApiIndicator } from '@postern/contracts/wire';
import { isBuiltIn } from '#features/access/resources';
import { prepareConnector } from '#features/messages/connectors';
import type { App } from '#platform/app';
import { createMisfits, reasonOf } from './misfits.ts';
import { idFor, type Model, type SourceRole, type SourceScope } from './model.ts';
import { planApplications } from './plan-applications.ts';
import { planExperience } from './plan-experience.ts';
import { type Context, check, keyOf, kinds, type Plan } from './planned.ts';
import type { Target } from './read-target.ts';

function planResources({ model, target, tenantId, plan }: Context): void {
  for (const { body: given, scopes } of model.resources) {
    const { indicator } = given;
    if (isManagementApi(indicator) || isBuiltIn(tenantId, indicator)) {
      continue;
    }
    const body = check(plan, 'resource', indicator, CreateResource, given);
    if (!body) {
      continue;
    }
    if (plan.resources.some((planned) => planned.body.indicator === indicator)) {
      plan.misfits.add('resource', indicator, 'Another resource of the source has the same indicator.');
      continue;
    }
    const id = target.resourceIds.get(indicator);
    const missing = scopes.filter(({ name }) => !target.scopes.has(keyOf({ indicator, name })));
    const valid = missing.flatMap(
      (scope) => check(plan, 'permission', `${scope.name} of ${indicator}`, CreateScope, scope) ?? [],
    );
    const unique = [...new Map(valid.map((scope) => [scope.name, scope])).values()];
    plan.counts.permissions.created += unique.length;
    plan.counts.permissions.existing += scopes.length - missing.length;
    plan.counts.resources[id === undefined ? 'created' : 'existing'] += 1;
    for (const { name } of unique) {
      target.scopes.set(keyOf({ indicator, name }), '');
    }
    if (id === undefined || unique.length > 0) {
      plan.resources.push({ ...(id === undefined ? {} : { id }), body, scopes: unique });
    }
  }
}

/** The permissions of a role that exist after the import. The management API is that of the target. */
function usableScopes({ target, tenantId, plan }: Context, kind: string, { body, scopes }: SourceRole): SourceScope[] {
  return scopes.flatMap(({ indicator: given, name }) => {
    const indicator = isManagementApi(given) ? managementApiIndicator(tenantId) : given;
    const problem = !target.scopes.has(keyOf({ indicator, name }))
      ? 'it does not exist here'
      : indicator !== given || isBuiltIn(tenantId, indicator)
        ? body.type === 'MachineToMachine'
          ? undefined
          : 'only roles for machines can have permissions of the management API'
        : undefined;
    if (problem) {
      plan.misfits.add(kind, body.name, `The permission ${name} of ${given} is left out: ${problem}.`);
    }
    return problem ? [] : [{ indicator, name }];
  });
}

function planRoles(context: Context): void {
  const { model, target, plan } = context;
  for (const role of model.roles) {
    const { name } = role.body;
    if (name.startsWith(internalRolePrefix)) {
      continue;
    }
    if (target.roleNames.has(name)) {
      plan.counts.roles.existing += 1;
      continue;
    }
    const body = check(plan, 'role', name, CreateRole, role.body);
    if (body) {
      plan.roles.push({ body, scopes: usableScopes(context, 'role', role) });
      target.roleNames.add(name);
    }
  }
  plan.counts.roles.created = plan.roles.length;
}

function planOrganizationTemplate(context: Context): void {
  const { model, target, plan } = context;
  for (const scope of model.organizationScopes) {
    if (target.organizationScopeNames.has(scope.name)) {
      plan.counts['organization permissions'].existing += 1;
      continue;
    }
    const body = check(plan, 'organization permission', scope.name, CreateOrganizationScope, scope);
    if (body) {
      plan.organizationScopes.push(body);
      target.organizationScopeNames.add(scope.name);
    }
  }
  for (const role of model.organizationRoles) {
    const { name } = role.body;
    if (target.organizationRoleNames.has(name)) {
      plan.counts['organization roles'].existing += 1;
      continue;
    }
    const body = check(plan, 'organization role', name, CreateOrganizationRole, role.body);
    if (body) {
      const scopes = usableScopes(context, 'organization role', role);
      const organizationScopes = role.organizationScopes.filter((one) => target.organizationScopeNames.has(one));
      plan.organizationRoles.push({ body, scopes, organizationScopes });
      target.organizationRoleNames.add(name);
    }
  }
  plan.counts['organization permissions'].created = plan.organizationScopes.length;
  plan.counts['organization roles'].created = plan.organizationRoles.length;
}

function planOrganizations({ model, target, plan }: Context): void {
  for (const { sourceId, body: given } of model.organizations) {
    const id = idFor(model.source, sourceId);
    if (target.organizationIds.has(id)) {
      plan.counts.organizations.existing += 1;
      plan.organizationIds.set(sourceId, id);
      continue;
    }
    const body = check(plan, 'organization', given.name, CreateOrganization, given);
    if (body) {
      plan.organizations.push({ id, body });
      plan.organizationIds.set(sourceId, id);
      target.organizationIds.add(id);
    }
  }
  plan.counts.organizations.created = plan.organizations.length;
}

async function planConnectors({ model, target, plan }: Context, app: Pick<App, 'egress' | 'vault'>): Promise<void> {
  for (const { name, body: given } of model.connectors) {
    const body = check(plan, 'connector', name, CreateConnector, given);
    if (!body) {
      continue;
    }
    try {
      const prepared = await prepareConnector(app, body);
      const { type, metadata } = prepared.factory;
      const key = type === 'Social' ? `${prepared.target} ${metadata.platform}` : type;
      const isTaken =
        (body.id !== undefined && target.connectorIds.has(body.id)) ||
        target.connectorKeys.has(key) ||
        (type === 'Social' && !metadata.isStandard && target.connectorKeys.has(body.connectorId));
      if (isTaken) {
        plan.counts.connectors.existing += 1;
        continue;
      }
      target.connectorKeys.add(key).add(body.connectorId);
      if (type === 'Social') {
        target.socialTargets.add(prepared.target);
      }
      plan.connectors.push(prepared);
    } catch (error) {
      plan.misfits.add('connector', name, reasonOf(error));
    }
  }
  plan.counts.connectors.created = plan.connectors.length;
}

/** What is new, what exists already, and what does not fit. Changes nothing except `target`, which is a copy. */
export async function makePlan(
  app: Pick<App, 'egress' | 'vault'>,
  tenantId: string,
  model: Model,
  target: Target,
): Promise<Plan> {
  const zero = () => ({ created: 0, existing: 0 });
  const plan: Plan = {
    counts: Object.fromEntries(kinds.map((kind) => [kind, zero()])) as Plan['counts'],
    misfits: createMisfits(model.misfits),
    applications: [],
    samlApplications: [],
    resources: [],
    roles: [],
    organizationScopes: [],
    organizationRoles: [],
    organizations: [],
    organizationIds: new Map(),
    connectors: [],
    experience: {},
  };
  const context = { model, target, tenantId, plan };
  await planApplications(context, app.egress);
  planResources(context);
  planRoles(context);
  planOrganizationTemplate(context);
  planOrganizations(context);
  await planConnectors(context, app);
  plan.experience = planExperience(model.experience, target, plan.misfits);
  plan.counts['sign-in settings'].created = Object.keys(plan.experience).length;
  return plan;
}
