import type { LiveEvent } from '@postern/contracts/cloud/live';
import { adminTenantId } from '@postern/contracts/wire';
import { z } from 'zod';
import type { Db } from '#platform/db/db';
import type { OutboxEvent } from '#platform/jobs/outbox';
import { findPersonName, findTenantName, listMemberIds, notifyNodes } from './store.ts';

/** Null: nothing to tell, but the token of a stream may have been revoked. */
type Announcement = { to: readonly string[]; event: LiveEvent | null };

const Membership = z.object({ userId: z.string(), role: z.string().nullable(), before: z.string().optional() });
const Suspension = z.object({ after: z.object({ isSuspended: z.boolean() }), reason: z.string().optional() });
const Deletion = z.object({ name: z.string(), memberIds: z.array(z.string()).default([]) });
const OwnSuspension = z.object({ isSuspended: z.boolean() });

async function actorName(db: Db, { actor }: OutboxEvent): Promise<string | null> {
  return actor?.type === 'administrator' ? ((await findPersonName(db, actor.id)) ?? null) : null;
}

async function ofMembership(db: Db, event: OutboxEvent): Promise<Announcement[]> {
  const { userId, role, before } = Membership.parse(event.data);
  const tenantName = await findTenantName(db, event.subjectId);
  if (tenantName === undefined || (role !== null && role === before)) {
    return [];
  }
  const isSelf = event.actor?.id === userId;
  const facts = { tenantId: event.subjectId, tenantName, by: isSelf ? null : await actorName(db, event), isSelf };
  return [{ to: [userId], event: role === null ? { kind: 'removed', ...facts } : { kind: 'role', ...facts, role } }];
}

async function ofSuspension(db: Db, { subjectId: tenantId, data }: OutboxEvent): Promise<Announcement[]> {
  const { after, reason = null } = Suspension.parse(data);
  const tenantName = await findTenantName(db, tenantId);
  if (tenantName === undefined) {
    return [];
  }
  const facts = { tenantId, tenantName };
  const event: LiveEvent = after.isSuspended ? { kind: 'suspended', ...facts, reason } : { kind: 'resumed', ...facts };
  return [{ to: await listMemberIds(db, tenantId), event }];
}

async function ofBilling(db: Db, { subjectId: tenantId }: OutboxEvent): Promise<Announcement[]> {
  const tenantName = await findTenantName(db, tenantId);
  return tenantName === undefined
    ? []
    : [{ to: await listMemberIds(db, tenantId), event: { kind: 'billing', tenantId, tenantName } }];
}

async function ofDeletion(db: Db, event: OutboxEvent): Promise<Announcement[]> {
  const { name: tenantName, memberIds } = Deletion.parse(event.data);
  const by = await actorName(db, event);
  const facts = { kind: 'deleted', tenantId: event.subjectId, tenantName } as const;
  const others = memberIds.filter((id) => id !== event.actor?.id);
  const themselves = memberIds.filter((id) => id === event.actor?.id);
  return [
    { to: others, event: { ...facts, by, isSelf: false } },
    { to: themselves, event: { ...facts, by: null, isSelf: true } },
  ];
}

async function ofAccount(db: Db, event: OutboxEvent): Promise<Announcement[]> {
  const matches = event.tenantId === adminTenantId && OwnSuspension.parse(event.data).isSuspended;
  return matches
    ? [{ to: [event.subjectId], event: { kind: 'accountSuspended', by: await actorName(db, event) } }]
    : [];
}

const ofRevocation = async (_db: Db, { tenantId, subjectId }: OutboxEvent): Promise<Announcement[]> =>
  tenantId === adminTenantId ? [{ to: [subjectId], event: null }] : [];

const announcers: Partial<Record<OutboxEvent['name'], (db: Db, event: OutboxEvent) => Promise<Announcement[]>>> = {
  'Tenant.Membership.Updated': ofMembership,
  'Tenant.SuspensionStatus.Updated': ofSuspension,
  'Tenant.Plan.Updated': ofBilling,
  'Tenant.Subscription.Updated': ofBilling,
  'Tenant.Invoice.Updated': ofBilling,
  'Tenant.Deleted': ofDeletion,
  'User.SuspensionStatus.Updated': ofAccount,
  'User.Sessions.Revoked': ofRevocation,
  'User.Grants.Revoked': ofRevocation,
  'User.AddressChange.Undone': ofRevocation,
  'User.NewDevice.Reported': ofRevocation,
  'User.Deleted': ofRevocation,
  PostResetPassword: ofRevocation,
};

/** NOTIFY is limited to 8000 bytes; an event has at most about 3000, so this many ids fit next to it. */
const idsPerMessage = 200;

/** Sends events to the open consoles of every node. Repeated events are harmless. */
export async function announce(db: Db, events: OutboxEvent[]): Promise<void> {
  for (const happened of events) {
    for (const { to, event } of (await announcers[happened.name]?.(db, happened)) ?? []) {
      for (let from = 0; from < to.length; from += idsPerMessage) {
        await notifyNodes(db, JSON.stringify({ to: to.slice(from, from + idsPerMessage), event }));
      }
    }
  }
}
