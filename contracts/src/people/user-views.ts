import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { Timestamp } from '../fields.ts';
import { UserFilter, UserSort } from './user-filter.ts';

/** Columns that the list of users can show besides the name. */
export const userColumns = [
  'contact',
  'email',
  'phone',
  'username',
  'id',
  'application',
  'identities',
  'password',
  'latest',
  'created',
  'updated',
] as const;
export const UserColumn = z.enum(userColumns);
export type UserColumn = z.infer<typeof UserColumn>;

/** How many views a user may have. */
export const maxUserViews = 50;

export const UserView = z.object({
  id: z.string(),
  name: z.string(),
  /** Visible to everyone who manages this tenant, or to its owner only. */
  isShared: z.boolean(),
  /** Whether the caller created it. */
  isMine: z.boolean(),
  /** Whether it is the default view of the caller. */
  isDefault: z.boolean(),
  filters: UserFilter,
  columns: z.array(UserColumn),
  sort: z.string().nullable(),
  createdAt: Timestamp,
  updatedAt: Timestamp,
});
export type UserView = z.infer<typeof UserView>;

const Name = z.string().trim().min(1).max(64);
const Columns = z.array(UserColumn).max(userColumns.length);

export const CreateUserView = z.strictObject({
  name: Name,
  isShared: z.boolean().optional(),
  isDefault: z.boolean().optional(),
  filters: UserFilter.optional(),
  columns: Columns.optional(),
  sort: UserSort.nullable(),
});
export type CreateUserView = z.infer<typeof CreateUserView>;

export const UpdateUserView = CreateUserView.partial();
export type UpdateUserView = z.infer<typeof UpdateUserView>;

const Id = z.object({ id: z.string() });
const common = { auth: { kind: 'management' }, document: 'management', tag: 'User views' } as const;

export const userViewsApi = {
  list: endpoint({
    ...common,
    method: 'GET',
    path: '/api/user-views',
    summary: 'List your own and shared views of the user list, by name.',
    response: z.array(UserView),
  }),
  create: endpoint({
    ...common,
    method: 'POST',
    path: '/api/user-views',
    summary: 'Save filters, columns and sort order of the user list as a view.',
    body: CreateUserView,
    response: UserView,
    errors: ['user_view.name_in_use', 'user_view.too_many'],
  }),
  update: endpoint({
    ...common,
    method: 'PATCH',
    path: '/api/user-views/:id',
    summary: 'Update a view. Every administrator can change a shared view, but only its owner can stop sharing it.',
    params: Id,
    body: UpdateUserView,
    response: UserView,
    errors: ['entity.not_found', 'user_view.name_in_use', 'user_view.not_yours'],
  }),
  remove: endpoint({
    ...common,
    method: 'DELETE',
    path: '/api/user-views/:id',
    summary: 'Delete your own view or a shared one.',
    params: Id,
    errors: ['entity.not_found'],
  }),
} as const;
