import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { UserFilter } from './user-filter.ts';
import { UserJob } from './user-jobs.ts';

/** Operations on many users. */
export const bulkKinds = ['suspend', 'unsuspend', 'delete', 'assign-roles', 'remove-roles'] as const;
export const BulkKind = z.enum(bulkKinds);
export type BulkKind = z.infer<typeof BulkKind>;

/** How many users can be listed by id; more need a filter. */
export const maxNamed = 1000;

const Id = z.string().min(1).max(128);
const Ids = z.array(Id).min(1).max(maxNamed);
const isAboutRoles = (kind: BulkKind) => kind === 'assign-roles' || kind === 'remove-roles';

export const StartBulkJob = z
  .strictObject({
    kind: BulkKind,
    /** These users. */
    userIds: Ids.optional(),
    /** All matching users as of now: `{}` is everyone. */
    filter: UserFilter.optional(),
    /** Except these. */
    excludedIds: Ids.optional(),
    roleIds: Ids.max(50).optional(),
  })
  .refine(({ userIds, filter }) => (userIds === undefined) !== (filter === undefined), {
    path: ['userIds'],
    error: 'Send either userIds or filter.',
  })
  .refine(({ filter, excludedIds }) => filter !== undefined || excludedIds === undefined, {
    path: ['excludedIds'],
    error: 'excludedIds is allowed only with filter.',
  })
  .refine(({ kind, roleIds }) => isAboutRoles(kind) === (roleIds !== undefined), {
    path: ['roleIds'],
    error: 'roleIds is allowed only with assign-roles and remove-roles.',
  });
export type StartBulkJob = z.infer<typeof StartBulkJob>;

export const userBulkApi = {
  start: endpoint({
    auth: { kind: 'management' },
    document: 'management',
    tag: 'User jobs',
    method: 'POST',
    path: '/api/user-jobs',
    summary: 'Suspend, reactivate or delete many users, or assign or remove roles, in the background.',
    body: StartBulkJob,
    response: UserJob,
    status: [202],
    errors: ['auth.forbidden', 'entity.not_found', 'user.invalid_role_type', 'role.internal_role_violation'],
  }),
} as const;
