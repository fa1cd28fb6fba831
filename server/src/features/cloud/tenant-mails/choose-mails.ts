import { adminTenantId } from '@postern/contracts/wire';
import { z } from 'zod';
import type { Db } from '#platform/db/db';
import type { OutboxEvent } from '#platform/jobs/outbox';
import { enqueueMails, listPayers, listReachable, type TenantMail } from './store.ts';

const Invoice = z.object({
  reference: z.string(),
  status: z.string(),
  before: z.string().nullish(),
  amountDue: z.number(),
});
const Subscription = z.object({ status: z.string(), before: z.string().nullish() });
const Suspension = z.object({ after: z.object({ isSuspended: z.boolean() }), reason: z.string().optional() });
const Deletion = z.object({ name: z.string(), memberIds: z.array(z.string()).default([]) });

type Chosen = Omit<TenantMail, 'tenantId' | 'recipientId'>;

/** Credit notes are no receipts. */
function ofInvoice(data: unknown): Chosen | undefined {
  const { reference, status, before, amountDue } = Invoice.parse(data);
  return status === 'paid' && before !== 'paid' && amountDue > 0 ? { kind: 'receipt', reference } : undefined;
}

const unpaid = ['past_due', 'unpaid'];

/** Providers also report changes that leave the status as it is. */
function ofSubscription(data: unknown): Chosen | undefined {
  const { status, before } = Subscription.parse(data);
  return unpaid.includes(status) && status !== before ? { kind: 'failed' } : undefined;
}

function ofSuspension(data: unknown): Chosen {
  const { after, reason } = Suspension.parse(data);
  return after.isSuspended ? { kind: 'suspended', ...(reason ? { reason } : {}) } : { kind: 'resumed' };
}

async function mailsOf(db: Db, { name, subjectId: tenantId, data }: OutboxEvent): Promise<TenantMail[]> {
  if (name === 'Tenant.Deleted') {
    const { name: tenantName, memberIds } = Deletion.parse(data);
    const people = await listReachable(db, memberIds);
    return people.map((recipientId) => ({ kind: 'removed', tenantId, recipientId, tenantName }));
  }
  const choosers: Partial<Record<OutboxEvent['name'], (given: unknown) => Chosen | undefined>> = {
    'Tenant.Invoice.Updated': ofInvoice,
    'Tenant.Subscription.Updated': ofSubscription,
    'Tenant.SuspensionStatus.Updated': ofSuspension,
  };
  const chosen = choosers[name]?.(data);
  return chosen ? (await listPayers(db, tenantId)).map((recipientId) => ({ ...chosen, tenantId, recipientId })) : [];
}

/** The jobs are part of the transaction that takes the events out of the outbox, so each mail is queued once. */
export async function handOut(db: Db, events: OutboxEvent[]): Promise<void> {
  for (const event of events) {
    if (event.tenantId === adminTenantId) {
      await enqueueMails(db, await mailsOf(db, event));
    }
  }
}
