import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { Email, Timestamp } from '../fields.ts';
import { OrganizationInvitation } from './organization-invitations.ts';

/** What the link of an invitation to the console shows before anybody signs in. */
export const ConsoleInvitation = z.object({
  status: OrganizationInvitation.shape.status,
  email: z.string(),
  tenantName: z.string(),
  /** The role's ID and its name: roles of operators have names that the console does not know. */
  role: z.object({ id: z.string(), name: z.string() }),
  /** The name of the person who invites; null if their account was removed. */
  inviterName: z.string().nullable(),
  expiresAt: Timestamp,
  /** Whether the invited address already has an account, with which the person signs in. */
  hasAccount: z.boolean(),
});
export type ConsoleInvitation = z.infer<typeof ConsoleInvitation>;

export const consoleInvitationsApi = {
  inspect: endpoint({
    document: 'me',
    tag: 'Invitations to the console',
    auth: { kind: 'none' },
    method: 'POST',
    path: '/api/console-invitations/inspect',
    summary: 'Get the invitation that a link refers to. The token in the link is the proof; it is not used up.',
    body: z.strictObject({ email: Email, token: z.string().min(1).max(128) }),
    response: ConsoleInvitation,
    errors: ['invitation.link_not_found'],
  }),
} as const;
