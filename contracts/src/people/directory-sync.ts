import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { GivenTime, PageQuery, Timestamp } from '../fields.ts';

/** What happens to an account when the directory deletes the user. */
const directoryDeletions = ['suspend', 'delete'] as const;
export const DirectoryDeletion = z.enum(directoryDeletions);
export type DirectoryDeletion = z.infer<typeof DirectoryDeletion>;

/** Valid tokens of a connector: the old one and the new one while a token is replaced. */
export const maxDirectoryTokens = 2;

/** The directory sync of an SSO connector. */
export const DirectorySync = z.object({
  connectorId: z.string(),
  /** The address that the directory is given, with the path of this connector. */
  endpoint: z.string(),
  /** Whether there is a valid token. */
  isOn: z.boolean(),
  deletion: DirectoryDeletion,
  users: z.number().int(),
  activeUsers: z.number().int(),
  groups: z.number().int(),
  lastRequestAt: Timestamp.nullable(),
  lastErrorAt: Timestamp.nullable(),
});
export type DirectorySync = z.infer<typeof DirectorySync>;

export const DirectoryToken = z.object({
  id: z.string(),
  name: z.string(),
  createdAt: Timestamp,
  expiresAt: Timestamp.nullable(),
  lastUsedAt: Timestamp.nullable(),
});
export type DirectoryToken = z.infer<typeof DirectoryToken>;

/** The only time that the token is shown. */
export const NewDirectoryToken = DirectoryToken.extend({ token: z.string() });
export type NewDirectoryToken = z.infer<typeof NewDirectoryToken>;

export const CreateDirectoryToken = z.strictObject({
  name: z.string().trim().min(1).max(128),
  expiresAt: GivenTime.nullish(),
});
export type CreateDirectoryToken = z.infer<typeof CreateDirectoryToken>;

export const DirectoryUser = z.object({
  userId: z.string(),
  userName: z.string(),
  externalId: z.string().nullable(),
  isActive: z.boolean(),
  /** Whether the account existed before. */
  isLinked: z.boolean(),
  createdAt: Timestamp,
  updatedAt: Timestamp,
});
export type DirectoryUser = z.infer<typeof DirectoryUser>;

export const DirectoryGroup = z.object({
  id: z.string(),
  displayName: z.string(),
  externalId: z.string().nullable(),
  members: z.number().int(),
  createdAt: Timestamp,
  updatedAt: Timestamp,
});
export type DirectoryGroup = z.infer<typeof DirectoryGroup>;

const Named = z.object({ id: z.string(), name: z.string() });

/** Members of the group are members of the organization, with these roles. */
export const DirectoryMapping = z.object({
  id: z.string(),
  group: Named,
  organization: Named,
  organizationRoles: z.array(Named),
  createdAt: Timestamp,
});
export type DirectoryMapping = z.infer<typeof DirectoryMapping>;

const RoleIds = z.array(z.string().min(1).max(21)).max(50);
export const CreateDirectoryMapping = z.strictObject({
  groupId: z.string().min(1).max(21),
  organizationId: z.string().min(1).max(23),
  organizationRoleIds: RoleIds,
});
export type CreateDirectoryMapping = z.infer<typeof CreateDirectoryMapping>;
export const UpdateDirectoryMapping = z.strictObject({ organizationRoleIds: RoleIds });

/** A change that the directory asked for. `detail` says what was wrong. */
export const DirectoryRequest = z.object({
  id: z.string(),
  method: z.string(),
  path: z.string(),
  status: z.number().int(),
  detail: z.string().nullable(),
  createdAt: Timestamp,
});
export type DirectoryRequest = z.infer<typeof DirectoryRequest>;

const Id = z.object({ id: z.string() });
const common = { auth: { kind: 'management' }, document: 'management', tag: 'Directory sync' } as const;
const base = '/api/sso-connectors/:id/directory-sync';
const missing = ['entity.not_exists_with_id'] as const;
const paged = { query: PageQuery, paged: 'always', errors: [...missing, 'guard.invalid_pagination'] } as const;

/** Our additions to the wire: SCIM 2.0 for SSO connectors. The directory itself uses `/scim/v2/{id}`. */
export const directorySyncApi = {
  get: endpoint({
    ...common,
    method: 'GET',
    path: base,
    summary: 'Get the state of the directory sync of an SSO connector.',
    params: Id,
    response: DirectorySync,
    errors: missing,
  }),
  update: endpoint({
    ...common,
    method: 'PATCH',
    path: base,
    summary: 'Set what happens to accounts that the directory deletes.',
    params: Id,
    body: z.strictObject({ deletion: DirectoryDeletion }),
    response: DirectorySync,
    errors: missing,
  }),
  listTokens: endpoint({
    ...common,
    method: 'GET',
    path: `${base}/tokens`,
    summary: 'List the tokens of the directory, without their values.',
    params: Id,
    response: z.array(DirectoryToken),
    errors: missing,
  }),
  createToken: endpoint({
    ...common,
    method: 'POST',
    path: `${base}/tokens`,
    quota: ['enterpriseSsoLimit'],
    summary: 'Create a token for the directory. It is shown only once.',
    params: Id,
    body: CreateDirectoryToken,
    response: NewDirectoryToken,
    status: [201],
    errors: [...missing, 'directory_sync.too_many_tokens', 'request.invalid_input'],
  }),
  removeToken: endpoint({
    ...common,
    method: 'DELETE',
    path: `${base}/tokens/:tokenId`,
    summary: 'Delete a token of the directory. It stops working at once.',
    params: Id.extend({ tokenId: z.string() }),
    errors: missing,
  }),
  listUsers: endpoint({
    ...common,
    ...paged,
    method: 'GET',
    path: `${base}/users`,
    summary: 'List the users of the directory. `q` searches their names and external IDs.',
    params: Id,
    query: PageQuery.extend({ q: z.string().max(128).optional() }),
    response: z.array(DirectoryUser),
  }),
  listGroups: endpoint({
    ...common,
    ...paged,
    method: 'GET',
    path: `${base}/groups`,
    summary: 'List the groups of the directory with the number of their members. `q` searches their names.',
    params: Id,
    query: PageQuery.extend({ q: z.string().max(256).optional() }),
    response: z.array(DirectoryGroup),
  }),
  listMappings: endpoint({
    ...common,
    ...paged,
    method: 'GET',
    path: `${base}/mappings`,
    summary: 'List which groups lead to which organizations and organization roles.',
    params: Id,
    response: z.array(DirectoryMapping),
  }),
  createMapping: endpoint({
    ...common,
    method: 'POST',
    path: `${base}/mappings`,
    summary: 'Map a group to an organization with roles. Its members join at once.',
    params: Id,
    body: CreateDirectoryMapping,
    response: DirectoryMapping,
    status: [201],
    errors: [
      ...missing,
      'directory_sync.mapping_exists',
      'entity.relation_foreign_key_not_found',
      'entity.db_constraint_violated',
    ],
  }),
  updateMapping: endpoint({
    ...common,
    method: 'PUT',
    path: `${base}/mappings/:mappingId`,
    summary: 'Replace the organization roles of a mapping. Its members get and lose roles at once.',
    params: Id.extend({ mappingId: z.string() }),
    body: UpdateDirectoryMapping,
    response: DirectoryMapping,
    errors: [...missing, 'entity.relation_foreign_key_not_found', 'entity.db_constraint_violated'],
  }),
  removeMapping: endpoint({
    ...common,
    method: 'DELETE',
    path: `${base}/mappings/:mappingId`,
    summary: 'Delete a mapping. Its members lose what the mapping gave them.',
    params: Id.extend({ mappingId: z.string() }),
    errors: missing,
  }),
  listRequests: endpoint({
    ...common,
    ...paged,
    method: 'GET',
    path: `${base}/requests`,
    summary: 'List the changes that the directory asked for in the last 30 days, newest first.',
    params: Id,
    response: z.array(DirectoryRequest),
  }),
} as const;
