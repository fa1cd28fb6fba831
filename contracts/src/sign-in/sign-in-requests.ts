import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { Timestamp } from '../fields.ts';

/** The page of the account center that the message to the person links to. */
export const signInRequestsPath = '/account/requests';

/** How long a person can answer. Applications may ask for less (`requested_expiry`). */
export const signInRequestMinutes = 10;

/** An application asks the person to approve a sign-in elsewhere (CIBA). */
export const SignInRequest = z.object({
  id: z.string(),
  application: z.object({ id: z.string(), name: z.string() }),
  /** Text that the application shows where the sign-in was started, so that the person can compare. */
  bindingMessage: z.string().nullable(),
  createdAt: Timestamp,
  expiresAt: Timestamp,
});
export type SignInRequest = z.infer<typeof SignInRequest>;

const common = {
  auth: { kind: 'account', firstParty: true },
  document: 'user',
  tag: 'Sign-in requests',
} as const;

/** Only for the account center, so that no application can approve requests in the name of a person. */
export const signInRequestsApi = {
  list: endpoint({
    ...common,
    method: 'GET',
    path: '/api/my-account/sign-in-requests',
    summary: 'List the sign-in requests that wait for your answer, newest first. Only for the account center.',
    response: z.array(SignInRequest),
    errors: ['account_center.not_enabled', 'auth.forbidden'],
  }),
  answer: endpoint({
    ...common,
    method: 'POST',
    path: '/api/my-account/sign-in-requests/:id/answer',
    summary: 'Approve or refuse a sign-in request, once. Only for the account center.',
    params: z.object({ id: z.string().min(1).max(21) }),
    body: z.strictObject({ isApproved: z.boolean() }),
    errors: ['account_center.not_enabled', 'auth.forbidden', 'entity.not_found'],
  }),
} as const;
