import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { Email, PageQuery, Timestamp } from '../fields.ts';

export const oneTimeTokenSeconds = 600;
/** One year: no link should be valid for longer. */
const maxSeconds = 31_536_000;

export const OneTimeTokenStatus = z.enum(['active', 'consumed', 'revoked', 'expired']);
export type OneTimeTokenStatus = z.infer<typeof OneTimeTokenStatus>;

export const OneTimeTokenContext = z.object({
  jitOrganizationIds: z.array(z.string().max(21)).max(100).optional(),
  /** The only interaction in which the sign-in pages take the token. */
  interactionEvent: z.enum(['SignIn', 'Register', 'ForgotPassword']).optional(),
});
export type OneTimeTokenContext = z.infer<typeof OneTimeTokenContext>;

export const OneTimeToken = z.object({
  tenantId: z.string(),
  id: z.string(),
  email: z.string(),
  token: z.string(),
  context: OneTimeTokenContext,
  status: OneTimeTokenStatus,
  createdAt: Timestamp,
  expiresAt: Timestamp,
});
export type OneTimeToken = z.infer<typeof OneTimeToken>;

export const CreateOneTimeToken = z.strictObject({
  email: Email,
  context: z.strictObject(OneTimeTokenContext.shape).optional(),
  /** Seconds. */
  expiresIn: z.number().min(1).max(maxSeconds).optional(),
});
export type CreateOneTimeToken = z.infer<typeof CreateOneTimeToken>;

export const VerifyOneTimeToken = z.strictObject({ email: Email, token: z.string().min(1).max(256) });

const Id = z.object({ id: z.string() });
const common = { auth: { kind: 'management' }, document: 'management', tag: 'One-time tokens' } as const;

export const oneTimeTokenErrors = [
  'one_time_token.token_not_found',
  'one_time_token.email_mismatch',
  'one_time_token.token_expired',
  'one_time_token.token_consumed',
  'one_time_token.token_revoked',
] as const;

export const oneTimeTokensApi = {
  list: endpoint({
    ...common,
    method: 'GET',
    path: '/api/one-time-tokens',
    summary: 'List one-time tokens, newest first.',
    query: PageQuery.extend({ email: Email.optional(), status: OneTimeTokenStatus.optional() }),
    response: z.array(OneTimeToken),
    paged: 'optional',
    withheld: ['token'],
  }),
  get: endpoint({
    ...common,
    method: 'GET',
    path: '/api/one-time-tokens/:id',
    summary: 'Get a one-time token.',
    params: Id,
    response: OneTimeToken,
    errors: ['entity.not_exists_with_id'],
    withheld: ['token'],
  }),
  create: endpoint({
    ...common,
    method: 'POST',
    path: '/api/one-time-tokens',
    summary: 'Create a one-time token that signs in or registers the owner of an email address.',
    body: CreateOneTimeToken,
    response: OneTimeToken,
    status: [201],
  }),
  verify: endpoint({
    ...common,
    method: 'POST',
    path: '/api/one-time-tokens/verify',
    summary: 'Consume a one-time token.',
    body: VerifyOneTimeToken,
    response: OneTimeToken,
    errors: [...oneTimeTokenErrors, 'session.verification_blocked_too_many_attempts'],
  }),
  setStatus: endpoint({
    ...common,
    method: 'PUT',
    path: '/api/one-time-tokens/:id/status',
    summary: 'Change the status of a token. A token that is no longer active cannot be reactivated.',
    params: Id,
    body: z.strictObject({ status: OneTimeTokenStatus }),
    response: OneTimeToken,
    errors: ['entity.not_exists_with_id', 'one_time_token.cannot_reactivate_token'],
  }),
  remove: endpoint({
    ...common,
    method: 'DELETE',
    path: '/api/one-time-tokens/:id',
    summary: 'Delete a one-time token.',
    params: Id,
    errors: ['entity.not_found'],
  }),
} as const;
