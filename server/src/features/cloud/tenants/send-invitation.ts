import type { Invitation } from '@postern/contracts/cloud/tenant-invitations';
import { adminTenantId } from '@postern/contracts/wire';
import { takeInvitationToken } from '#features/access/one-time-tokens';
import { sendMessage } from '#features/messages/connectors';
import type { App } from '#platform/app';
import { AppError } from '#platform/errors';
import type { Job } from '#platform/jobs';
import { composeInvitation } from './compose-invitation.ts';
import { findInvitation, type MailContext } from './invitations.store.ts';
import { limitInvitations, returnInvitations } from './limit-invitations.ts';
import { cancelInvitationMail, findMailContext, refundResend, takeResend } from './mails.store.ts';

const resendSeconds = 60;

/** The token proves the address of a user who registers; only the mail contains it. */
async function linkOf(app: App, { id, invitee, expiresAt }: Invitation): Promise<string> {
  const token = await app.tenancy.write(adminTenantId, (db) =>
    takeInvitationToken(db, { invitationId: id, email: invitee, expiresAt }),
  );
  const query = new URLSearchParams({ one_time_token: token, email: invitee });
  return `${app.config.adminEndpoint}/accept/${id}?${query}`;
}

function send(app: App, invitation: Invitation, { locale, ip }: MailContext): Promise<void> {
  const { invitee, organizationId, tenantName, inviter } = invitation;
  return sendMessage(app, adminTenantId, {
    kind: 'Email',
    to: invitee,
    type: 'OrganizationInvitation',
    payload: async () => ({
      link: await linkOf(app, invitation),
      ...(locale ? { locale } : {}),
      organization: { id: organizationId, name: tenantName },
      ...(inviter ? { inviter } : {}),
      invitation: composeInvitation(invitation, locale),
    }),
    ip,
  });
}

/** Sends the message of an invitation unless it has ended meanwhile. */
export async function sendInvitation({ payload }: Job, app: App): Promise<undefined> {
  const id = String(payload.id);
  const [invitation, context] = await app.tenancy.read(adminTenantId, async (db) => [
    await findInvitation(db, id),
    await findMailContext(db, id),
  ]);
  if (invitation?.status === 'Pending' && context) {
    await send(app, invitation, context);
  }
}

/** Resends the message immediately so that the caller sees errors; at most once a minute. */
export async function resend(app: App, invitation: Invitation, context: MailContext, userId: string): Promise<void> {
  const { id } = invitation;
  const sent = { userId, emails: [invitation.invitee] };
  await app.tenancy.write(adminTenantId, async (db) => {
    if (!(await takeResend(db, id, resendSeconds))) {
      throw new AppError('connector.rate_limit_exceeded');
    }
    await limitInvitations(db, sent);
  });
  try {
    await send(app, invitation, context);
  } catch (error) {
    await app.tenancy.write(adminTenantId, async (db) => {
      await refundResend(db, id);
      await returnInvitations(db, sent);
    });
    throw error;
  }
  await app.tenancy.write(adminTenantId, (db) => cancelInvitationMail(db, id));
}
