import { z } from 'zod';
import { brandFields } from '../access/application-branding.ts';
import { Organization } from '../access/organization.ts';
import { endpoint } from '../endpoint.ts';
import { CustomData, GivenTime, PageQuery } from '../fields.ts';

/** How many members of an organization the list shows. */
export const featuredMembers = 3;

export const ListedOrganization = Organization.extend({
  usersCount: z.number().optional(),
  featuredUsers: z
    .array(z.object({ id: z.string(), avatar: z.string().nullable(), name: z.string().nullable() }))
    .optional(),
});
export type ListedOrganization = z.infer<typeof ListedOrganization>;

const fields = {
  tenantId: z.string().max(21).optional(),
  name: z.string().min(1).max(128),
  description: z.string().max(256).nullish(),
  customData: CustomData.optional(),
  isMfaRequired: z.boolean().optional(),
  ...brandFields,
  createdAt: GivenTime.min(0).optional(),
};
export const CreateOrganization = z.strictObject(fields);
export type CreateOrganization = z.infer<typeof CreateOrganization>;
export const UpdateOrganization = z.strictObject({ ...fields, name: fields.name.optional() });
export type UpdateOrganization = z.infer<typeof UpdateOrganization>;

const Id = z.object({ id: z.string() });
const common = { auth: { kind: 'management' }, document: 'management', tag: 'Organizations' } as const;

export const organizationsApi = {
  list: endpoint({
    ...common,
    method: 'GET',
    path: '/api/organizations',
    summary:
      'List organizations, newest first, with the number of members and some of them if wanted. The total of a search is exact up to two thousand.',
    query: PageQuery.extend({ q: z.string().max(128).optional(), showFeatured: z.string().max(16).optional() }),
    response: z.array(ListedOrganization),
    paged: 'always',
    errors: ['guard.invalid_pagination'],
  }),
  create: endpoint({
    ...common,
    method: 'POST',
    path: '/api/organizations',
    quota: ['organizationsLimit'],
    summary: 'Create an organization.',
    body: CreateOrganization,
    response: Organization,
    status: [201],
    errors: ['request.invalid_input', 'subscription.limit_exceeded'],
  }),
  get: endpoint({
    ...common,
    method: 'GET',
    path: '/api/organizations/:id',
    summary: 'Read one organization.',
    params: Id,
    response: Organization,
    errors: ['entity.not_exists_with_id'],
  }),
  update: endpoint({
    ...common,
    method: 'PATCH',
    path: '/api/organizations/:id',
    summary: 'Change an organization. Custom data, colors and branding are replaced as a whole.',
    params: Id,
    body: UpdateOrganization,
    response: Organization,
    errors: ['request.invalid_input', 'entity.not_exists'],
  }),
  remove: endpoint({
    ...common,
    method: 'DELETE',
    path: '/api/organizations/:id',
    summary: 'Delete an organization with its memberships and invitations. Users and applications stay.',
    params: Id,
    errors: ['entity.not_found'],
  }),
} as const;
