import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { GivenTime, Timestamp } from '../fields.ts';

export const PersonalAccessToken = z.object({
  tenantId: z.string(),
  userId: z.string(),
  name: z.string(),
  value: z.string(),
  createdAt: Timestamp,
  expiresAt: Timestamp.nullable(),
});
export type PersonalAccessToken = z.infer<typeof PersonalAccessToken>;

const Name = z.string().min(1).max(256);
export const CreatePersonalAccessToken = z.strictObject({ name: Name, expiresAt: GivenTime.nullish() });
export type CreatePersonalAccessToken = z.infer<typeof CreatePersonalAccessToken>;

const User = z.object({ userId: z.string() });
const Token = z.object({ userId: z.string(), name: z.string() });
const common = { auth: { kind: 'management' }, document: 'management', tag: 'Personal access tokens' } as const;

export const personalAccessTokensApi = {
  list: endpoint({
    ...common,
    method: 'GET',
    path: '/api/users/:userId/personal-access-tokens',
    summary: 'List the personal access tokens of a user, oldest first.',
    params: User,
    response: z.array(PersonalAccessToken),
    errors: ['entity.not_found'],
    withheld: ['value'],
  }),
  create: endpoint({
    ...common,
    method: 'POST',
    path: '/api/users/:userId/personal-access-tokens',
    summary: 'Create a personal access token for a user, with or without an expiration.',
    params: User,
    body: CreatePersonalAccessToken,
    response: PersonalAccessToken,
    status: [201],
    errors: ['request.invalid_input', 'entity.not_found', 'user.personal_access_token_name_exists'],
  }),
  rename: endpoint({
    ...common,
    method: 'PATCH',
    path: '/api/users/:userId/personal-access-tokens/:name',
    summary: 'Rename a personal access token.',
    params: Token,
    body: z.strictObject({ name: Name }),
    response: PersonalAccessToken,
    errors: ['entity.not_found', 'user.personal_access_token_name_exists'],
  }),
  remove: endpoint({
    ...common,
    method: 'DELETE',
    path: '/api/users/:userId/personal-access-tokens/:name',
    summary: 'Delete a personal access token. It stops working immediately.',
    params: Token,
    errors: ['entity.not_found'],
  }),
  /** Like `rename` and `remove`, for names that do not work in a path. */
  renameByBody: endpoint({
    ...common,
    method: 'PATCH',
    path: '/api/users/:userId/personal-access-tokens',
    summary:
      'Rename a personal access token whose name cannot be part of a path. Without `currentName` nothing is renamed.',
    params: User,
    body: z.strictObject({ currentName: Name.optional(), name: Name }),
    response: PersonalAccessToken,
    errors: ['entity.not_found', 'user.personal_access_token_name_exists'],
  }),
  removeByBody: endpoint({
    ...common,
    method: 'POST',
    path: '/api/users/:userId/personal-access-tokens/delete',
    summary: 'Delete a personal access token whose name cannot be part of a path. It stops working immediately.',
    params: User,
    body: z.strictObject({ name: Name }),
    errors: ['entity.not_found'],
  }),
} as const;
