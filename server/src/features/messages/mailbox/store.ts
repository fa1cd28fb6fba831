import { type MailboxMessage, mailboxLimits } from '@postern/contracts/messages/mailbox';
import { sql } from 'kysely';
import type { Db } from '#platform/db/db';
import type { Page } from '#platform/db/paging';
import { newId } from '#platform/secrets/ids';

const columns = [
  'id',
  'kind',
  'recipient',
  'template_type as templateType',
  'subject',
  'content',
  'content_type as contentType',
  'code',
  'link',
  'created_at as createdAt',
] as const;

export async function listMessages(db: Db, page: Page | undefined): Promise<MailboxMessage[]> {
  const query = db.selectFrom('mailbox_messages').select(columns).orderBy('created_at', 'desc').orderBy('id');
  const rows = await (page ? query.limit(page.limit).offset(page.offset) : query).execute();
  // Only insertMessage writes here, with values of these types.
  return rows as MailboxMessage[];
}

export async function countMessages(db: Db): Promise<number> {
  const query = db.selectFrom('mailbox_messages').select(sql<number>`count(*)`.as('total'));
  return (await query.executeTakeFirstOrThrow()).total;
}

export type NewMessage = Omit<MailboxMessage, 'id' | 'createdAt'>;

export async function insertMessage(db: Db, message: NewMessage): Promise<void> {
  const { templateType, contentType, ...rest } = message;
  await db
    .insertInto('mailbox_messages')
    .values({ id: newId(), template_type: templateType, content_type: contentType, ...rest })
    .execute();
}

export async function deleteMessages(db: Db): Promise<void> {
  await db.deleteFrom('mailbox_messages').execute();
}

/** Deletes messages of all tenants that are too old or beyond the newest ones. */
export async function purgeMessages(db: Db): Promise<void> {
  await sql`delete from mailbox_messages where created_at < now() - ${mailboxLimits.hours} * interval '1 hour'`.execute(
    db,
  );
  await sql`delete from mailbox_messages m using (
      select tenant_id, id, row_number() over (partition by tenant_id order by created_at desc, id) as place
      from mailbox_messages) ranked
    where ranked.place > ${mailboxLimits.messages} and m.tenant_id = ranked.tenant_id and m.id = ranked.id`.execute(db);
}
