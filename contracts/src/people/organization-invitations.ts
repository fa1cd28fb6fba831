import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { Email, GivenTime, PageQuery, Timestamp } from '../fields.ts';

export const OrganizationInvitation = z.object({
  tenantId: z.string(),
  id: z.string(),
  inviterId: z.string().nullable(),
  invitee: z.string(),
  acceptedUserId: z.string().nullable(),
  organizationId: z.string(),
  status: z.enum(['Pending', 'Accepted', 'Expired', 'Revoked']),
  createdAt: Timestamp,
  updatedAt: Timestamp,
  expiresAt: Timestamp,
  organizationRoles: z.array(z.object({ id: z.string(), name: z.string() })),
});
export type OrganizationInvitation = z.infer<typeof OrganizationInvitation>;

/** In characters of JSON. */
export const maxPayloadLength = 16_384;

/** Variables of the message. Keys that are not listed are passed to the template as they are. */
export const InvitationMessage = z
  .looseObject({
    code: z.string().max(256).optional(),
    link: z.string().max(2048).optional(),
    /** Links to the hosted page for accepting the invitation, unless `link` is given. Not passed to the template. */
    hostedLink: z.boolean().optional(),
    locale: z.string().max(64).optional(),
    uiLocales: z.string().max(256).optional(),
  })
  .refine((payload) => JSON.stringify(payload).length <= maxPayloadLength, {
    error: `The payload may have at most ${maxPayloadLength} characters.`,
  });
export type InvitationMessage = z.infer<typeof InvitationMessage>;

const GivenId = z.string().min(1).max(128);

export const CreateOrganizationInvitation = z.strictObject({
  inviterId: z.string().max(21).nullish(),
  invitee: Email,
  organizationId: z.string().min(1).max(128),
  expiresAt: GivenTime,
  organizationRoleIds: z.array(GivenId).max(1000).optional(),
  messagePayload: z.union([z.literal(false), InvitationMessage]).optional(),
});
export type CreateOrganizationInvitation = z.infer<typeof CreateOrganizationInvitation>;

const Id = z.object({ id: z.string() });
const common = { auth: { kind: 'management' }, document: 'management', tag: 'Organization invitations' } as const;

const messageErrors = [
  'guard.not_allowed_for_admin_tenant',
  'connector.not_found',
  'connector.rate_limit_exceeded',
  'request.message_rate_limited',
] as const;

export const organizationInvitationsApi = {
  list: endpoint({
    ...common,
    method: 'GET',
    path: '/api/organization-invitations',
    summary: 'List invitations to organizations, newest first.',
    query: PageQuery.extend({
      organizationId: z.string().max(128).optional(),
      inviterId: z.string().max(128).optional(),
      invitee: z.string().max(256).optional(),
    }),
    response: z.array(OrganizationInvitation),
    paged: 'optional',
    errors: ['guard.invalid_pagination'],
  }),
  create: endpoint({
    ...common,
    method: 'POST',
    path: '/api/organization-invitations',
    summary: 'Invite an email address to an organization. Sends a message if messagePayload is an object.',
    body: CreateOrganizationInvitation,
    response: OrganizationInvitation,
    status: [201],
    errors: [
      'subscription.limit_exceeded',
      'request.invalid_input',
      'entity.relation_foreign_key_not_found',
      'entity.db_constraint_violated',
      'entity.unique_integrity_violation',
      ...messageErrors,
    ],
  }),
  get: endpoint({
    ...common,
    method: 'GET',
    path: '/api/organization-invitations/:id',
    summary: 'Read one invitation.',
    params: Id,
    response: OrganizationInvitation,
    errors: ['entity.not_found'],
  }),
  remove: endpoint({
    ...common,
    method: 'DELETE',
    path: '/api/organization-invitations/:id',
    summary: 'Delete an invitation. A membership that came from it stays.',
    params: Id,
    errors: ['entity.not_found'],
  }),
  sendMessage: endpoint({
    ...common,
    method: 'POST',
    path: '/api/organization-invitations/:id/message',
    summary: 'Send the message of a pending invitation again.',
    params: Id,
    body: InvitationMessage,
    errors: ['entity.not_found', 'request.invalid_input', ...messageErrors],
    otherStatuses: { 422: ['request.invalid_input'] },
  }),
  setStatus: endpoint({
    ...common,
    method: 'PUT',
    path: '/api/organization-invitations/:id/status',
    summary: 'Accept a pending invitation for a user, or revoke it.',
    params: Id,
    body: z.strictObject({
      acceptedUserId: z.string().max(21).nullish(),
      status: z.enum(['Accepted', 'Revoked']),
    }),
    response: OrganizationInvitation,
    errors: ['entity.not_found', 'request.invalid_input'],
    otherStatuses: { 422: ['request.invalid_input'] },
  }),
} as const;
