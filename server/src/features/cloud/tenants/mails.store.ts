import { sql } from 'kysely';
import type { Db } from '#platform/db';
import { removeWaiting } from '#platform/jobs';
import { invitationQueue, type MailContext } from './invitations.store.ts';

/** The language of the message and the person whose limit it counts for. */
export async function findMailContext(db: Db, id: string): Promise<MailContext | undefined> {
  const row = await db
    .selectFrom('organization_invitations')
    .select('mail_context as context')
    .where('id', '=', id)
    .executeTakeFirst();
  // Only insertInvitations writes this column.
  return (row?.context ?? undefined) as MailContext | undefined;
}

/** The message was sent in another way. */
export const cancelInvitationMail = (db: Db, id: string): Promise<void> => removeWaiting(db, invitationQueue, id);

/** Allows one resend per interval; returns false if it is too early. */
export async function takeResend(db: Db, id: string, seconds: number): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('organization_invitations')
    .set({ resent_at: sql<string>`now()` })
    .where('id', '=', id)
    .where((eb) =>
      eb.or([
        eb('resent_at', 'is', null),
        eb('resent_at', '<=', sql<number>`now() - ${seconds} * interval '1 second'`),
      ]),
    )
    .executeTakeFirst();
  return numUpdatedRows > 0;
}

/** The message was not sent, so the next resend need not wait. */
export async function refundResend(db: Db, id: string): Promise<void> {
  await db.updateTable('organization_invitations').set({ resent_at: null }).where('id', '=', id).execute();
}
