import { type Share, takeShares } from '#features/records/throttle';
import type { Db } from '#platform/db';
import { AppError } from '#platform/errors';

/** Invitation messages per day across all tenants. Revoking an invitation does not refund its message. */
export const invitationLimits = { toAddress: 10, byPerson: 200 } as const;

const day = 86_400;

type Sent = { userId: string; emails: readonly string[] };

const sharesOf = ({ userId, emails }: Sent, sign: 1 | -1): (Share & { email?: string })[] => [
  { what: `invitations by ${userId}`, amount: sign * emails.length, most: invitationLimits.byPerson },
  ...emails.map((email) => ({ what: `invitation to ${email}`, amount: sign, most: invitationLimits.toAddress, email })),
];

/** Counts the messages in the transaction that queues them, or rejects all of them. */
export async function limitInvitations(db: Db, sent: Sent): Promise<void> {
  const exceeded = await takeShares(db, sharesOf(sent, 1), day);
  if (exceeded) {
    const { email } = exceeded;
    throw email === undefined
      ? new AppError('invitation.too_many_by_person')
      : new AppError('invitation.too_many_to_address', { values: { email } });
  }
}

/** Messages that were not sent do not count. */
export async function returnInvitations(db: Db, sent: Sent): Promise<void> {
  await takeShares(db, sharesOf(sent, -1), day);
}
