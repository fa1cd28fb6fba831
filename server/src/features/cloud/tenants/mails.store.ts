import { adminTenantId } from '@postern/contracts/wire';
import { sql } from 'kysely';
import type { Db } from '#platform/db';
import type { MailContext } from './invitations.store.ts';

export type DueMail = { id: string; attempts: number; context: MailContext };

/** How long the others keep away from a message that somebody is sending. */
const leaseSeconds = 120;

/** The message that is due for longest; nobody else takes it while it is being sent. For the system handle. */
export async function claimMail(db: Db): Promise<DueMail | undefined> {
  const { rows } = await sql<DueMail>`
    update organization_invitations i set mail_attempts = i.mail_attempts + 1,
      mail_due_at = now() + ${leaseSeconds} * interval '1 second'
    from (
      select tenant_id, id from organization_invitations
      where tenant_id = ${adminTenantId} and mail_due_at <= now()
      order by mail_due_at limit 1 for update skip locked
    ) due
    where i.tenant_id = due.tenant_id and i.id = due.id
    returning i.id, i.mail_attempts as attempts, i.mail_context as context`.execute(db);
  return rows[0];
}

/** Nothing is left to send: it went out, or it never will. */
export async function settleMail(db: Db, id: string): Promise<void> {
  await db.updateTable('organization_invitations').set({ mail_due_at: null }).where('id', '=', id).execute();
}

/** Unless the invitation has ended meanwhile. */
export async function postponeMail(db: Db, id: string, seconds: number): Promise<void> {
  await db
    .updateTable('organization_invitations')
    .set({ mail_due_at: sql<string>`now() + ${seconds} * interval '1 second'` })
    .where('id', '=', id)
    .where('mail_due_at', 'is not', null)
    .execute();
}

/** At most one second message in so many seconds; false for whoever asks too early. */
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

/** It did not go out, so it need not be waited for. */
export async function giveBackResend(db: Db, id: string): Promise<void> {
  await db.updateTable('organization_invitations').set({ resent_at: null }).where('id', '=', id).execute();
}
