import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { Email, Timestamp } from '../fields.ts';
import { EndSession, UserExtendedSession } from './user-sessions.ts';

/** `reader` sees everything except secrets and changes nothing. */
export const AdministratorRole = z.enum(['admin', 'reader']);
export type AdministratorRole = z.infer<typeof AdministratorRole>;

export const Administrator = z.object({
  id: z.string(),
  name: z.string().nullable(),
  username: z.string().nullable(),
  primaryEmail: z.string().nullable(),
  avatar: z.string().nullable(),
  role: AdministratorRole,
  isSuspended: z.boolean(),
  /** When they became an administrator. */
  createdAt: Timestamp,
  lastSignInAt: Timestamp.nullable(),
});
export type Administrator = z.infer<typeof Administrator>;

export const AdministratorInvitation = z.object({
  id: z.string(),
  email: z.string(),
  role: AdministratorRole,
  status: z.enum(['Pending', 'Accepted', 'Expired', 'Revoked']),
  /** Null if the account of the inviter was removed. */
  inviter: Administrator.pick({ id: true, name: true, username: true, primaryEmail: true }).nullable(),
  createdAt: Timestamp,
  expiresAt: Timestamp,
});
export type AdministratorInvitation = z.infer<typeof AdministratorInvitation>;

export const CreateAdministratorInvitation = z.strictObject({ email: Email, role: AdministratorRole });
export type CreateAdministratorInvitation = z.infer<typeof CreateAdministratorInvitation>;

export const NewAdministratorInvitation = AdministratorInvitation.extend({
  /** The link that creates the account. It is in no other response. */
  url: z.string(),
  /** Whether the link was also sent by email. */
  isSent: z.boolean(),
});
export type NewAdministratorInvitation = z.infer<typeof NewAdministratorInvitation>;

/** Invitations are valid for three days. */
export const administratorInvitationHours = 72;

/** What people who manage a tenant must have. */
export const MemberRequirements = z.object({ isMfaRequired: z.boolean() });
export type MemberRequirements = z.infer<typeof MemberRequirements>;

const common = { document: 'management', tag: 'Administrators', auth: { kind: 'management' } } as const;
const User = z.object({ userId: z.string().max(64) });

/** Open-source edition: for administrators, not applications. */
export const administratorRequirementsApi = {
  get: endpoint({
    ...common,
    method: 'GET',
    path: '/api/administrator-requirements',
    summary: 'Get whether administrators need a second factor.',
    response: MemberRequirements,
    errors: ['auth.forbidden'],
  }),
  update: endpoint({
    ...common,
    method: 'PUT',
    path: '/api/administrator-requirements',
    summary: 'Require a second factor of all administrators. You need one yourself.',
    body: z.strictObject(MemberRequirements.shape),
    response: MemberRequirements,
    errors: ['auth.forbidden', 'tenant.own_factor_missing'],
  }),
};

/** Open-source edition. Only administrators may call these, not applications. */
export const administratorsApi = {
  list: endpoint({
    ...common,
    method: 'GET',
    path: '/api/administrators',
    summary: 'List the administrators, oldest first.',
    response: z.array(Administrator),
    errors: ['auth.forbidden', 'entity.not_found'],
  }),
  setRole: endpoint({
    ...common,
    method: 'PATCH',
    path: '/api/administrators/:userId',
    summary: 'Change the role of an administrator. They must sign in again.',
    params: User,
    body: z.strictObject({ role: AdministratorRole }),
    response: Administrator,
    errors: ['auth.forbidden', 'entity.not_found', 'administrator.last'],
  }),
  remove: endpoint({
    ...common,
    method: 'DELETE',
    path: '/api/administrators/:userId',
    summary: 'Remove an administrator and delete their account. Their access ends immediately.',
    params: User,
    errors: ['auth.forbidden', 'entity.not_found', 'administrator.last'],
  }),
  listSessions: endpoint({
    ...common,
    method: 'GET',
    path: '/api/administrators/:userId/sessions',
    summary: 'List the browsers in which an administrator is signed in, most recently used first.',
    params: User,
    response: z.object({ sessions: z.array(UserExtendedSession) }),
    errors: ['auth.forbidden', 'entity.not_found'],
  }),
  endSessions: endpoint({
    ...common,
    method: 'DELETE',
    path: '/api/administrators/:userId/sessions',
    summary: 'Sign an administrator out everywhere.',
    params: User,
    errors: ['auth.forbidden', 'entity.not_found'],
  }),
  endSession: endpoint({
    ...common,
    method: 'DELETE',
    path: '/api/administrators/:userId/sessions/:sessionId',
    summary: 'End one session of an administrator, with all its grants unless `revokeGrantsTarget` says otherwise.',
    params: User.extend({ sessionId: z.string().min(1).max(64) }),
    query: EndSession,
    errors: ['auth.forbidden', 'entity.not_found'],
  }),
};

export const administratorInvitationsApi = {
  list: endpoint({
    ...common,
    method: 'GET',
    path: '/api/administrator-invitations',
    summary: 'List the latest 100 invitations of administrators, newest first.',
    response: z.array(AdministratorInvitation),
    errors: ['auth.forbidden'],
  }),
  create: endpoint({
    ...common,
    method: 'POST',
    path: '/api/administrator-invitations',
    summary:
      'Invite an administrator. The response contains the link, which is valid for 72 hours and can be used once.',
    body: CreateAdministratorInvitation,
    response: NewAdministratorInvitation,
    status: [201],
    errors: ['auth.forbidden', 'tenant.already_member', 'tenant.invitation_pending', 'user.email_already_in_use'],
  }),
  revoke: endpoint({
    ...common,
    method: 'DELETE',
    path: '/api/administrator-invitations/:id',
    summary: 'Revoke a pending invitation. Its link stops working.',
    params: z.object({ id: z.string().max(64) }),
    errors: ['auth.forbidden', 'entity.not_found', 'invitation.invalid_status'],
  }),
};
