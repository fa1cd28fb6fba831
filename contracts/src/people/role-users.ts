import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { PageQuery, searchQuery } from '../fields.ts';
import { User, userSearchFields } from './users.ts';

/** The users of a role. Assigning and removing them is part of `rolesApi`. */
export const roleUsersApi = {
  list: endpoint({
    auth: { kind: 'management' },
    document: 'management',
    tag: 'Roles',
    method: 'GET',
    path: '/api/roles/:id/users',
    summary: 'List the users that have a role, newest first.',
    params: z.object({ id: z.string() }),
    query: searchQuery(userSearchFields).extend(PageQuery.shape),
    response: z.array(User),
    paged: 'always',
    errors: ['request.invalid_input', 'guard.invalid_pagination', 'entity.not_exists_with_id'],
  }),
} as const;
