import { z } from 'zod';
import { PartialColor } from '../access/organization.ts';
import { endpoint } from '../endpoint.ts';
import { Branding } from '../experience/sign-in-experience.ts';
import { OrganizationInvitation } from './organization-invitations.ts';

/** The hosted page of the link: `{page}/{id of the invitation}#{secret}`. Browsers never send the part after `#`. */
export const invitationPagePath = '/invitation';

/** What the page shows to the person who has the link. */
export const LinkedInvitation = z.object({
  status: OrganizationInvitation.shape.status,
  invitee: z.string(),
  organization: z.object({ id: z.string(), name: z.string(), branding: Branding, color: PartialColor }),
  /** The name of the person who invites; null if it is unknown. */
  inviterName: z.string().nullable(),
});
export type LinkedInvitation = z.infer<typeof LinkedInvitation>;

const Id = z.object({ id: z.string().max(128) });
const Secret = z.strictObject({ secret: z.string().min(1).max(128) });
const common = { document: 'experience', tag: 'Invitation links', params: Id, body: Secret } as const;

/** For the hosted page where people accept an invitation to an organization. */
export const invitationLinksApi = {
  inspect: endpoint({
    ...common,
    auth: { kind: 'none' },
    method: 'POST',
    path: '/api/invitation-links/:id/inspect',
    summary: 'Get the invitation that a link refers to.',
    response: LinkedInvitation,
    errors: ['invitation.link_not_found', 'subscription.tenant_suspended'],
  }),
  begin: endpoint({
    ...common,
    auth: { kind: 'none' },
    method: 'POST',
    path: '/api/invitation-links/:id/begin',
    summary:
      'Get a one-time token that proves the invited address during a registration. It cannot sign in to an existing account.',
    response: z.object({ email: z.string(), token: z.string() }),
    errors: ['invitation.link_not_found', 'invitation.invalid_status', 'subscription.tenant_suspended'],
  }),
  accept: endpoint({
    ...common,
    auth: { kind: 'account', withoutCenter: true },
    method: 'POST',
    path: '/api/invitation-links/:id/accept',
    summary: 'Accept the invitation as the signed-in user, whose verified email address must be the invited one.',
    response: LinkedInvitation,
    errors: [
      'invitation.link_not_found',
      'invitation.invalid_status',
      'invitation.email_mismatch',
      'invitation.email_not_verified',
    ],
  }),
} as const;
