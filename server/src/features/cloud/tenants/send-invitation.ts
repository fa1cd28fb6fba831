import type { Invitation } from '@postern/contracts/cloud/tenant-invitations';
import { adminTenantId } from '@postern/contracts/wire';
import { takeInvitationToken } from '#features/access/one-time-tokens';
import { sendMessage } from '#features/messages/connectors';
import type { App } from '#platform/app';
import { AppError } from '#platform/errors';
import { createRunner, type Runner } from '#platform/runner';
import { findInvitation, type MailContext } from './invitations.store.ts';
import { limitInvitations, returnInvitations } from './limit-invitations.ts';
import { claimMail, giveBackResend, postponeMail, settleMail, takeResend } from './mails.store.ts';
import { wordInvitation } from './word-invitation.ts';

const maxAttempts = 8;
const resendSeconds = 60;

/** The token in it proves the address of a person who registers; only the mail holds it. */
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
      invitation: wordInvitation(invitation, locale),
    }),
    ip,
  });
}

/** One message that is due, on whichever node; false when there is none. */
async function sendNext(app: App): Promise<boolean> {
  const due = await app.tenancy.system(claimMail);
  if (!due) {
    return false;
  }
  const { id, attempts, context } = due;
  const later = (seconds: number) => app.tenancy.write(adminTenantId, (db) => postponeMail(db, id, seconds));
  const settle = () => app.tenancy.write(adminTenantId, (db) => settleMail(db, id));
  const invitation = await app.tenancy.read(adminTenantId, (db) => findInvitation(db, id));
  if (invitation?.status !== 'Pending') {
    await settle();
    return true;
  }
  try {
    await send(app, invitation, context);
    await settle();
  } catch (error) {
    const isLast = attempts >= maxAttempts;
    app.log.warn({ err: error, invitation: id, attempts }, 'an invitation could not be sent');
    await (isLast ? settle() : later(10 * 2 ** attempts));
  }
  return true;
}

const runners = new WeakMap<App, Runner>();

export function mailsOf(app: App): Runner {
  const runner = runners.get(app) ?? createRunner('tenants.invitations', app.log, () => sendNext(app));
  runners.set(app, runner);
  return runner;
}

/** Sends the message again at once, so that whoever asked learns what is wrong; at most once a minute. */
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
      await giveBackResend(db, id);
      await returnInvitations(db, sent);
    });
    throw error;
  }
  await app.tenancy.write(adminTenantId, (db) => settleMail(db, id));
}
