import type { Invitation } from '@postern/contracts/tenant-invitations';
import { adminTenantId } from '@postern/contracts/wire';
import { sendMessage } from '#features/connectors';
import type { App } from '#platform/app';
import { AppError } from '#platform/errors';
import { createRunner, type Runner } from '#platform/runner';
import { findInvitation, type MailContext } from './invitations.store.ts';
import { claimMail, giveBackResend, postponeMail, settleMail, takeResend } from './mails.store.ts';

const maxAttempts = 8;
const resendSeconds = 60;
/** Two tenants may invite the same person within the seconds in which the second message counts as a double click. */
const repeatedSeconds = 3;

function send(app: App, invitation: Invitation, { locale, ip }: MailContext): Promise<'sent' | 'repeated'> {
  const { id, invitee, organizationId, tenantName, inviter } = invitation;
  return sendMessage(app, adminTenantId, {
    kind: 'Email',
    to: invitee,
    type: 'OrganizationInvitation',
    payload: {
      link: `${app.config.adminEndpoint}/accept/${id}`,
      ...(locale ? { locale } : {}),
      organization: { id: organizationId, name: tenantName },
      ...(inviter ? { inviter } : {}),
    },
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
    const outcome = await send(app, invitation, context);
    await (outcome === 'sent' ? settle() : later(repeatedSeconds));
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
export async function resend(app: App, invitation: Invitation, context: MailContext): Promise<void> {
  const { id } = invitation;
  if (!(await app.tenancy.write(adminTenantId, (db) => takeResend(db, id, resendSeconds)))) {
    throw new AppError('connector.rate_limit_exceeded');
  }
  try {
    await send(app, invitation, context);
  } catch (error) {
    await app.tenancy.write(adminTenantId, (db) => giveBackResend(db, id));
    throw error;
  }
  await app.tenancy.write(adminTenantId, (db) => settleMail(db, id));
}
