import { z } from 'zod';
import { endpoint } from '../endpoint.ts';

/** Of each kind, without duplicates. */
export const mostAccessRules = 1000;

const Id = z.string().min(1).max(23);
/** Each entry once. */
const Ids = z
  .array(Id)
  .max(2 * mostAccessRules)
  .transform((ids) => [...new Set(ids)])
  .pipe(z.array(Id).max(mostAccessRules));

const OrganizationRoleRule = z.strictObject({ organizationId: Id, organizationRoleIds: Ids });
export type OrganizationRoleRule = z.infer<typeof OrganizationRoleRule>;

/** One rule for each organization. */
function mergeRules(rules: OrganizationRoleRule[]): OrganizationRoleRule[] {
  const roles = new Map<string, Set<string>>();
  for (const { organizationId, organizationRoleIds } of rules) {
    const known = roles.get(organizationId) ?? new Set();
    for (const id of organizationRoleIds) {
      known.add(id);
    }
    roles.set(organizationId, known);
  }
  return [...roles].map(([organizationId, ids]) => ({ organizationId, organizationRoleIds: [...ids] }));
}

/**
 * Who may use an application: listed users, holders of a listed role, members of a listed organization, and holders of a
 * listed role in an organization.
 */
export const SaveApplicationAccess = z.strictObject({
  userIds: Ids,
  userRoleIds: Ids,
  organizationIds: Ids,
  organizationRoleRules: z
    .array(OrganizationRoleRule)
    .max(2 * mostAccessRules)
    .transform(mergeRules)
    .pipe(
      z
        .array(OrganizationRoleRule.extend({ organizationRoleIds: z.array(Id).max(mostAccessRules) }))
        .max(mostAccessRules),
    ),
});

const Named = z.object({ id: z.string(), name: z.string() });

export const ApplicationAccess = z.object({
  userIds: z.array(z.string()),
  userRoleIds: z.array(z.string()),
  organizationIds: z.array(z.string()),
  organizationRoleRules: z.array(z.object({ organizationId: z.string(), organizationRoleIds: z.array(z.string()) })),
});
export type ApplicationAccess = z.infer<typeof ApplicationAccess>;

/** The rules with names, for people. */
export const NamedApplicationAccess = z.object({
  users: z.array(
    z.object({
      id: z.string(),
      name: z.string().nullable(),
      username: z.string().nullable(),
      primaryEmail: z.string().nullable(),
      primaryPhone: z.string().nullable(),
      avatar: z.string().nullable(),
    }),
  ),
  userRoles: z.array(Named),
  organizations: z.array(Named),
  organizationRoles: z.array(z.object({ organization: Named, roles: z.array(Named) })),
});
export type NamedApplicationAccess = z.infer<typeof NamedApplicationAccess>;

const common = {
  auth: { kind: 'management' },
  document: 'management',
  tag: 'Applications',
  params: z.object({ applicationId: z.string() }),
} as const;
const path = '/api/applications/:applicationId/access-control';

export const applicationAccessApi = {
  get: endpoint({
    ...common,
    method: 'GET',
    path,
    response: ApplicationAccess,
    summary: 'Get the rules that say who may use an application. They apply while its access control is on.',
    errors: ['entity.not_exists_with_id'],
  }),
  listNames: endpoint({
    ...common,
    method: 'GET',
    path: '/api/applications/:applicationId/access-control/names',
    summary: 'Get the rules that say who may use an application, with the names of what they refer to.',
    response: NamedApplicationAccess,
    errors: ['entity.not_exists_with_id'],
  }),
  save: endpoint({
    ...common,
    method: 'PUT',
    path,
    response: ApplicationAccess,
    summary: 'Replace the rules that say who may use an application.',
    body: SaveApplicationAccess,
    errors: [
      'entity.not_exists_with_id',
      'request.invalid_input',
      'entity.relation_foreign_key_not_found',
      'entity.db_constraint_violated',
    ],
  }),
} as const;
