import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import type { IssueParams } from '../field-issues.ts';
import { PageQuery, searchQuery, sortQuery, Timestamp } from '../fields.ts';

export const resourceSearchFields = ['id', 'name', 'indicator'] as const;
export const scopeSearchFields = ['id', 'name', 'description'] as const;

export const Scope = z.object({
  tenantId: z.string(),
  id: z.string(),
  resourceId: z.string(),
  name: z.string(),
  description: z.string().nullable(),
  createdAt: Timestamp,
});
export type Scope = z.infer<typeof Scope>;

export const Resource = z.object({
  tenantId: z.string(),
  id: z.string(),
  name: z.string(),
  indicator: z.string(),
  isDefault: z.boolean(),
  accessTokenTtl: z.number(),
});
export type Resource = z.infer<typeof Resource>;

export const ResourceWithScopes = Resource.extend({ scopes: z.array(Scope).optional() });
export type ResourceWithScopes = z.infer<typeof ResourceWithScopes>;

/** An absolute URI without a fragment (RFC 8707 §2): clients could not request anything else. */
export const isResourceIndicator = (value: string) =>
  URL.canParse(value) && !value.includes('#') && /^[a-z][\d+.a-z-]*:\S+$/i.test(value);

const Name = z.string().min(1).max(256);
const Indicator = z
  .string()
  .min(1)
  .max(2048)
  .refine(isResourceIndicator, {
    error: 'Use an absolute URI such as https://api.example.com, without a fragment.',
    params: { issue: 'invalid_url' } satisfies IssueParams,
  });
/** One second to one year, as for the tokens of applications. */
const AccessTokenTtl = z.int().min(1).max(31_557_600);
/** Clients of the wire may send the tenant id; it must be the one they call. */
const OwnTenant = z.string().max(21).optional();

export const CreateResource = z.strictObject({
  tenantId: OwnTenant,
  name: Name,
  indicator: Indicator,
  accessTokenTtl: AccessTokenTtl.optional(),
});
export type CreateResource = z.infer<typeof CreateResource>;

export const UpdateResource = z.strictObject({
  tenantId: OwnTenant,
  name: Name.optional(),
  accessTokenTtl: AccessTokenTtl.optional(),
});
export type UpdateResource = z.infer<typeof UpdateResource>;

/** Scopes are listed in one string, separated by spaces (RFC 6749 §3.3), so a name cannot contain any. */
export const hasWhitespace = (name: string) => /\s/.test(name);

const ScopeName = z.string().min(1).max(256);
const Description = z.string().max(2048).nullish();
export const CreateScope = z.strictObject({ name: ScopeName, description: Description });
export type CreateScope = z.infer<typeof CreateScope>;
export const UpdateScope = z.strictObject({ name: ScopeName.optional(), description: Description });
export type UpdateScope = z.infer<typeof UpdateScope>;

const Id = z.object({ id: z.string() });
const ResourceId = z.object({ resourceId: z.string() });
const ScopeParams = z.object({ resourceId: z.string(), scopeId: z.string() });
const common = { auth: { kind: 'management' }, document: 'management', tag: 'Resources' } as const;

export const resourcesApi = {
  list: endpoint({
    ...common,
    method: 'GET',
    path: '/api/resources',
    summary: 'List API resources by name, optionally with their scopes.',
    query: searchQuery(resourceSearchFields)
      .extend(PageQuery.shape)
      .extend(sortQuery(['name']).shape)
      .extend({ includeScopes: z.string().max(16).optional() }),
    response: z.array(ResourceWithScopes),
    paged: 'optional',
    errors: ['request.invalid_input', 'guard.invalid_pagination'],
  }),
  create: endpoint({
    ...common,
    method: 'POST',
    path: '/api/resources',
    quota: ['resourcesLimit'],
    summary: 'Create an API resource.',
    body: CreateResource,
    response: ResourceWithScopes,
    status: [201],
    errors: ['request.invalid_input', 'resource.resource_identifier_in_use', 'resource.cannot_modify_management_api'],
  }),
  get: endpoint({
    ...common,
    method: 'GET',
    path: '/api/resources/:id',
    summary: 'Get an API resource.',
    params: Id,
    response: Resource,
    errors: ['entity.not_exists_with_id'],
  }),
  update: endpoint({
    ...common,
    method: 'PATCH',
    path: '/api/resources/:id',
    summary: 'Update the name or the token lifetime of an API resource. Its indicator cannot be changed.',
    params: Id,
    body: UpdateResource,
    response: Resource,
    errors: ['request.invalid_input', 'resource.cannot_modify_management_api', 'entity.not_exists_with_id'],
  }),
  setDefault: endpoint({
    ...common,
    method: 'PATCH',
    path: '/api/resources/:id/is-default',
    summary: 'Set or unset an API resource as the default API.',
    params: Id,
    body: z.strictObject({ isDefault: z.boolean() }),
    response: Resource,
    errors: ['entity.not_exists_with_id'],
  }),
  remove: endpoint({
    ...common,
    method: 'DELETE',
    path: '/api/resources/:id',
    summary: 'Delete an API resource with its scopes.',
    params: Id,
    errors: ['resource.cannot_delete_management_api', 'entity.not_exists_with_id'],
  }),
  listScopes: endpoint({
    ...common,
    method: 'GET',
    path: '/api/resources/:resourceId/scopes',
    summary: 'List the scopes of an API resource, newest first.',
    params: ResourceId,
    query: searchQuery(scopeSearchFields).extend(PageQuery.shape),
    response: z.array(Scope),
    paged: 'always',
    errors: ['request.invalid_input', 'guard.invalid_pagination'],
  }),
  createScope: endpoint({
    ...common,
    method: 'POST',
    path: '/api/resources/:resourceId/scopes',
    quota: [{ key: 'scopesPerResourceLimit', of: 'resourceId' }],
    summary: 'Add a scope to an API resource.',
    params: ResourceId,
    body: CreateScope,
    response: Scope,
    status: [201],
    errors: [
      'scope.name_with_space',
      'resource.cannot_modify_management_api',
      'entity.not_exists_with_id',
      'scope.name_exists',
    ],
  }),
  updateScope: endpoint({
    ...common,
    method: 'PATCH',
    path: '/api/resources/:resourceId/scopes/:scopeId',
    summary: 'Update a scope. New tokens contain the new name.',
    params: ScopeParams,
    body: UpdateScope,
    response: Scope,
    errors: [
      'scope.name_with_space',
      'resource.cannot_modify_management_api',
      'entity.not_exists_with_id',
      'scope.name_exists',
    ],
  }),
  removeScope: endpoint({
    ...common,
    method: 'DELETE',
    path: '/api/resources/:resourceId/scopes/:scopeId',
    summary: 'Delete a scope and remove it from all roles.',
    params: ScopeParams,
    errors: ['resource.cannot_modify_management_api', 'entity.not_exists_with_id'],
  }),
} as const;
