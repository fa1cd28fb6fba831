import type { TenantChange } from '@postern/contracts/cloud/operators';
import { TenantRole } from '@postern/contracts/cloud/tenants';
import type { TFunction } from 'i18next';
import { planName, roleName } from './labels.ts';

const read = (value: unknown, key: string): unknown =>
  typeof value === 'object' && value !== null ? (value as Record<string, unknown>)[key] : undefined;

const text = (value: unknown) => (typeof value === 'string' ? value : '');

type Money = (cents: number, currency?: string) => string;

const invoiceStates = ['draft', 'open', 'paid', 'void', 'uncollectible'] as const;

function describeInvoice(t: TFunction, data: TenantChange['data'], money: Money): string {
  const state = invoiceStates.find((one) => one === data.status) ?? 'open';
  const amount = money(Number(data.amountDue ?? 0), text(data.currency).toUpperCase() || undefined);
  const kind = Number(data.amountDue ?? 0) < 0 ? 'credit' : 'invoice';
  return t(`operators.changes.${kind}`, {
    number: text(data.number),
    amount,
    state: t(`operators.invoices.states.${state}`),
  });
}

function describeMember(t: TFunction, { userName, role }: TenantChange['data']): string {
  const name = text(userName) || t('operators.changes.gone');
  const known = TenantRole.safeParse(role).data;
  return known
    ? t('operators.changes.member', { name, role: roleName(t, known) })
    : t('operators.changes.memberLeft', { name });
}

function describeSettings(t: TFunction, { name, tag }: TenantChange['data']): string {
  const parts = [
    ...(text(name) ? [t('operators.changes.renamed', { name: text(name) })] : []),
    ...(tag === 'production' ? [t('operators.changes.converted')] : []),
  ];
  return parts.join(' ') || t('operators.changes.settings');
}

/** A change in words, with amounts; falls back to the key if there is no phrase. */
export function describeChange(t: TFunction, { key, data }: TenantChange, money: Money): string {
  const { before, after, reason } = data;
  switch (key) {
    case 'Tenant.Created':
      return t('operators.changes.created');
    case 'Tenant.Deleted':
      return t('operators.changes.deleted');
    case 'Tenant.SuspensionStatus.Updated':
      return read(after, 'isSuspended') === true
        ? t('operators.changes.suspended', { reason: text(reason) })
        : t('operators.changes.resumed');
    case 'Tenant.Plan.Updated':
      return t('operators.changes.plan', {
        before: planName(t, text(read(before, 'planId'))),
        after: planName(t, text(read(after, 'planId'))),
      });
    case 'Tenant.Checkout.Completed':
      return t('operators.changes.bought', { plan: planName(t, text(data.skuId)) });
    case 'Tenant.Subscription.Updated':
      return t('operators.changes.subscription', {
        plan: planName(t, text(data.skuId)),
        until: text(data.periodEnd).slice(0, 10),
        status: text(data.status),
      });
    case 'Tenant.Invoice.Updated':
      return describeInvoice(t, data, money);
    case 'Tenant.Data.Updated':
      return describeSettings(t, data);
    case 'Tenant.Membership.Updated':
      return describeMember(t, data);
    default:
      return key;
  }
}
