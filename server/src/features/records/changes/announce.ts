import { type EventName, isException } from '@postern/contracts/events';
import { type Change, ChangeAction, changeOf } from '@postern/contracts/records/changes';
import { z } from 'zod';
import type { Db } from '#platform/db/db';
import type { OutboxEvent } from '#platform/jobs/outbox';
import { type Message, notifyNodes } from './store.ts';

/** What nodes send each other. `seq` is the ID of the event for readers; `revokes`: check the rights of readers. */
export const Announcement = z.object({
  tenantId: z.string(),
  seq: z.number(),
  revokes: z.boolean(),
  changes: z.array(z.tuple([z.string(), z.string(), ChangeAction])),
});
export type Announcement = z.infer<typeof Announcement>;

/** NOTIFY is limited to 8000 bytes; a change has at most about 150. */
const changesPerMessage = 40;

/** Events after which a token may no longer allow to read the tenant. */
const mayRevoke = (name: EventName) =>
  /^(User\.(Deleted|SuspensionStatus|Roles|Sessions|Grants|PersonalAccessTokens|AddressChange|NewDevice|MfaVerifications)|PostResetPassword|Administrator\.|Application\.|Role\.|Scope\.|Resource\.|Organization\.(Membership|Roles|Deleted)|OrganizationRole\.|Tenant\.)/.test(
    name,
  );

const isSame = (one: Change, other: Change) =>
  one.kind === other.kind && one.id === other.id && one.action === other.action;

function messagesOf(tenantId: string, events: readonly OutboxEvent[]): Message[] {
  const changes = events.map(changeOf);
  const distinct = changes.filter((change, at) => changes.findIndex((other) => isSame(change, other)) === at);
  const seq = Math.max(...events.map((event) => Number(event.seq)));
  const revokes = events.some(({ name }) => mayRevoke(name));
  const messages: Message[] = [];
  for (let from = 0; from < distinct.length; from += changesPerMessage) {
    const part = distinct.slice(from, from + changesPerMessage);
    const announcement: Announcement = {
      tenantId,
      seq,
      revokes,
      changes: part.map(({ kind, id, action }) => [kind, id, action]),
    };
    messages.push({ tenantId, text: JSON.stringify(announcement) });
  }
  return messages;
}

/** Announces the changes behind a batch of events. Repeated announcements are harmless. */
export async function announce(db: Db, events: OutboxEvent[]): Promise<void> {
  const changes = events.filter(({ name }) => !isException(name));
  const byTenant = Map.groupBy(changes, ({ tenantId }) => tenantId);
  await notifyNodes(
    db,
    [...byTenant].flatMap(([tenantId, own]) => messagesOf(tenantId, own)),
  );
}

/** Announces new entries of the audit log that are not events: failed sign-ins, issued tokens. */
export async function announceLogs(db: Db, tenantIds: readonly string[]): Promise<void> {
  await notifyNodes(
    db,
    tenantIds.map((tenantId) => {
      const announcement: Announcement = {
        tenantId,
        seq: 0,
        revokes: false,
        changes: [['log', 'many', 'created']],
      };
      return { tenantId, text: JSON.stringify(announcement) };
    }),
  );
}
