import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { PageQuery } from '../fields.ts';

export const OrganizationScope = z.object({
  tenantId: z.string(),
  id: z.string(),
  name: z.string(),
  description: z.string().nullable(),
});
export type OrganizationScope = z.infer<typeof OrganizationScope>;

const fields = {
  tenantId: z.string().max(21).optional(),
  name: z.string().min(1).max(128),
  description: z.string().max(256).nullish(),
};
export const CreateOrganizationScope = z.strictObject(fields);
export type CreateOrganizationScope = z.infer<typeof CreateOrganizationScope>;
export const UpdateOrganizationScope = z.strictObject({ ...fields, name: fields.name.optional() });
export type UpdateOrganizationScope = z.infer<typeof UpdateOrganizationScope>;

const Id = z.object({ id: z.string() });
const common = { auth: { kind: 'management' }, document: 'management', tag: 'Organization scopes' } as const;

export const organizationScopesApi = {
  list: endpoint({
    ...common,
    method: 'GET',
    path: '/api/organization-scopes',
    summary: 'List the permissions of the organization template by name.',
    query: PageQuery.extend({ q: z.string().max(128).optional() }),
    response: z.array(OrganizationScope),
    paged: 'optional',
    errors: ['guard.invalid_pagination'],
  }),
  create: endpoint({
    ...common,
    method: 'POST',
    path: '/api/organization-scopes',
    summary: 'Add a permission to the organization template.',
    body: CreateOrganizationScope,
    response: OrganizationScope,
    status: [201],
    errors: ['entity.unique_integrity_violation'],
  }),
  get: endpoint({
    ...common,
    method: 'GET',
    path: '/api/organization-scopes/:id',
    summary: 'Get a permission of the organization template.',
    params: Id,
    response: OrganizationScope,
    errors: ['entity.not_exists_with_id'],
  }),
  update: endpoint({
    ...common,
    method: 'PATCH',
    path: '/api/organization-scopes/:id',
    summary: 'Update a permission of the organization template.',
    params: Id,
    body: UpdateOrganizationScope,
    response: OrganizationScope,
    errors: ['entity.not_exists', 'entity.unique_integrity_violation'],
  }),
  remove: endpoint({
    ...common,
    method: 'DELETE',
    path: '/api/organization-scopes/:id',
    summary: 'Delete a permission of the organization template and remove it from roles and consents.',
    params: Id,
    errors: ['entity.not_found'],
  }),
} as const;
