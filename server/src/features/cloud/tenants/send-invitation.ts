import type { Invitation } from '@postern/contracts/cloud/tenant-invitations';
import { messageLanguage } from '@postern/contracts/message-phrases/index';
import { productName } from '@postern/contracts/product';
import { tameName } from '@postern/contracts/tame-name';
import { adminTenantId } from '@postern/contracts/wire';
import { takeInvitationToken, tokenSealer } from '#features/access/one-time-tokens';
import { sendMessage } from '#features/messages/connectors';
import { type CountedLimit, countLimits } from '#features/operations/throttle';
import { refundResend, takeResend } from '#features/people/organizations';
import type { App } from '#platform/app';
import type { Db } from '#platform/db/db';
import { AppError } from '#platform/http/errors';
import type { Job } from '#platform/jobs/jobs';
import { cancelInvitationMail, findInvitation, findMailContext, type MailContext } from './invitations.store.ts';

function inviterOf({ inviter }: Invitation): string {
  const name = inviter?.name ?? inviter?.username;
  const email = inviter?.primaryEmail;
  if (!name) {
    return email ?? '';
  }
  return email ? `${tameName(name)} (${email})` : tameName(name);
}

/** Variables of the invitation message, for the built-in text and for templates: `{{invitation.tenant}}` and so on. */
function composeInvitation(invitation: Invitation, locale: string | undefined) {
  const until = new Intl.DateTimeFormat(messageLanguage(locale), {
    dateStyle: 'long',
    timeStyle: 'short',
    timeZone: 'UTC',
  });
  return {
    tenant: tameName(invitation.tenantName),
    inviter: inviterOf(invitation),
    product: productName,
    expiresAt: `${until.format(invitation.expiresAt)} UTC`,
  };
}

/** Invitation messages per day across all tenants. Revoking an invitation does not refund its message. */
export const invitationLimits = { toAddress: 10, byPerson: 200 } as const;

const day = 86_400;

type Sent = { userId: string; emails: readonly string[] };

const limitsOf = ({ userId, emails }: Sent, sign: 1 | -1): (CountedLimit & { email?: string })[] => [
  { what: `invitations by ${userId}`, amount: sign * emails.length, most: invitationLimits.byPerson },
  ...emails.map((email) => ({ what: `invitation to ${email}`, amount: sign, most: invitationLimits.toAddress, email })),
];

/** Counts the messages in the transaction that queues them, or rejects all of them. */
export async function limitInvitations(db: Db, sent: Sent): Promise<void> {
  const exceeded = await countLimits(db, limitsOf(sent, 1), day);
  if (exceeded) {
    const { email } = exceeded;
    throw email === undefined
      ? new AppError('invitation.too_many_by_person')
      : new AppError('invitation.too_many_to_address', { values: { email } });
  }
}

/** Messages that were not sent do not count. */
async function returnInvitations(db: Db, sent: Sent): Promise<void> {
  await countLimits(db, limitsOf(sent, -1), day);
}

const resendSeconds = 60;

/** The token proves the address of a user who registers; only the mail contains it. */
async function linkOf(app: App, { id, invitee, expiresAt }: Invitation): Promise<string> {
  const token = await app.tenancy.write(adminTenantId, (db) =>
    takeInvitationToken(db, tokenSealer(app, adminTenantId), { invitationId: id, email: invitee, expiresAt }),
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
