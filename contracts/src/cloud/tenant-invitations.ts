import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { Email, GivenTime, PageQuery, Timestamp } from '../fields.ts';
import { TenantParams, TenantRole, TenantTag } from './tenants.ts';

export const InvitationStatus = z.enum(['Pending', 'Accepted', 'Expired', 'Revoked']);
export type InvitationStatus = z.infer<typeof InvitationStatus>;

export const Invitation = z.object({
  id: z.string(),
  organizationId: z.string(),
  tenantId: z.string(),
  tenantName: z.string(),
  tenantTag: TenantTag,
  invitee: z.string(),
  inviter: z
    .object({
      id: z.string(),
      name: z.string().nullable(),
      username: z.string().nullable(),
      primaryEmail: z.string().nullable(),
    })
    .nullable(),
  organizationRoles: z.array(z.object({ id: z.string(), name: z.string() })),
  roleName: z.string(),
  status: InvitationStatus,
  createdAt: Timestamp,
  expiresAt: Timestamp,
});
export type Invitation = z.infer<typeof Invitation>;

export const CreateInvitations = z.strictObject({
  invitee: z.union([Email, z.array(Email).min(1).max(100)], {
    error: 'Send one email address, or a list of 1 to 100.',
  }),
  roleName: TenantRole.default('collaborator'),
  expiresAt: GivenTime.optional(),
});
export type CreateInvitations = z.infer<typeof CreateInvitations>;

const common = { document: 'cloud', tag: 'Tenant invitations' } as const;
const inviting = { ...common, auth: { kind: 'tenant', scope: 'invite:member' } } as const;
const InvitationParams = TenantParams.extend({ invitationId: z.string() });

/** Invitations of a tenant. */
export const tenantInvitationsApi = {
  list: endpoint({
    ...inviting,
    method: 'GET',
    path: '/api/tenants/:id/invitations',
    summary: 'List the invitations of a tenant, newest first.',
    params: TenantParams,
    query: PageQuery,
    response: z.array(Invitation),
    paged: 'always',
  }),
  create: endpoint({
    ...inviting,
    method: 'POST',
    path: '/api/tenants/:id/invitations',
    summary: 'Invite people to a tenant by email. If one invitation fails, none is sent.',
    params: TenantParams,
    body: CreateInvitations,
    response: z.array(Invitation),
    status: [201],
    errors: [
      'auth.forbidden',
      'tenant.already_member',
      'tenant.invitation_pending',
      'subscription.limit_exceeded',
      'subscription.costs_not_agreed',
      'request.invalid_input',
      'connector.not_found',
      'invitation.too_many_by_person',
      'invitation.too_many_to_address',
    ],
  }),
  resend: endpoint({
    ...inviting,
    method: 'POST',
    path: '/api/tenants/:id/invitations/:invitationId/message',
    summary: 'Resend a pending invitation, at most once a minute.',
    params: InvitationParams,
    errors: [
      'entity.not_found',
      'invitation.invalid_status',
      'connector.rate_limit_exceeded',
      'connector.not_found',
      'invitation.too_many_by_person',
      'invitation.too_many_to_address',
    ],
  }),
  revoke: endpoint({
    ...inviting,
    method: 'PATCH',
    path: '/api/tenants/:id/invitations/:invitationId/status',
    summary: 'Revoke a pending invitation.',
    params: InvitationParams,
    body: z.strictObject({ status: z.literal('Revoked') }),
    response: Invitation,
    errors: ['entity.not_found', 'invitation.invalid_status'],
  }),
};

const invited = { ...common, auth: { kind: 'cloud' } } as const;
const OwnParams = z.object({ id: z.string() });

/** Invitations of the invited user. */
export const invitationsApi = {
  list: endpoint({
    ...invited,
    method: 'GET',
    path: '/api/invitations',
    summary: 'List the invitations to your verified email address, newest first.',
    query: z.object({ status: InvitationStatus.optional() }),
    response: z.array(Invitation),
  }),
  get: endpoint({
    ...invited,
    method: 'GET',
    path: '/api/invitations/:id',
    summary: 'Get an invitation to your verified email address.',
    params: OwnParams,
    response: Invitation,
    errors: ['entity.not_found', 'invitation.email_mismatch'],
  }),
  accept: endpoint({
    ...invited,
    method: 'PATCH',
    path: '/api/invitations/:id/status',
    summary: 'Accept an invitation and become a member of its tenant. Accepting it again has no effect.',
    params: OwnParams,
    body: z.strictObject({ status: z.literal('Accepted') }),
    response: Invitation,
    errors: [
      'entity.not_found',
      'invitation.email_mismatch',
      'invitation.invalid_status',
      'subscription.limit_exceeded',
    ],
  }),
};
