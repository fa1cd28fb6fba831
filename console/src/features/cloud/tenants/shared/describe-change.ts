import type { TenantChange } from '@postern/contracts/cloud/tenant-changes';
import { TenantRole } from '@postern/contracts/cloud/tenants';
import { adminPlanId, isEnterprisePlan, paidPlanIds } from '@postern/contracts/quota';
import type { TFunction } from 'i18next';

type Data = TenantChange['data'];

const read = (value: unknown, key: string): unknown =>
  typeof value === 'object' && value !== null ? (value as Record<string, unknown>)[key] : undefined;

const text = (value: unknown) => (typeof value === 'string' ? value : '');

type Formats = { money: (cents: number, currency?: string) => string; date: (time: number) => string };

const invoiceStates = ['draft', 'open', 'paid', 'void', 'uncollectible'] as const;
const payments = [
  'active',
  'trialing',
  'past_due',
  'unpaid',
  'canceled',
  'incomplete',
  'incomplete_expired',
  'paused',
] as const;

/** The name of an offered plan, or the given name of an agreed one. */
function planName(t: TFunction, { planNames }: Data, planId: string): string {
  if (isEnterprisePlan(planId)) {
    return text(read(planNames, planId)) || planId;
  }
  if (paidPlanIds.includes(planId)) {
    return t('tenantHistory.plans.pro');
  }
  return t(`tenantHistory.plans.${planId === 'free' || planId === adminPlanId ? planId : 'dev'}`);
}

function roleName(t: TFunction, role: unknown): string {
  const known = TenantRole.safeParse(role).data;
  return known ? t(`tenantHistory.roles.${known}`) : text(role);
}

/** Who made the change. Accounts that are gone have no name. */
export function actorName(t: TFunction, actor: TenantChange['actor']): string {
  if (!actor) {
    return t('tenantHistory.system');
  }
  if (actor.name === 'operator') {
    return t('tenantHistory.commandLine');
  }
  return actor.name || t(actor.isOperator && actor.id === '' ? 'tenantHistory.operator' : 'tenantHistory.gone');
}

function describeInvoice(t: TFunction, data: Data, { money }: Formats): string {
  const state = invoiceStates.find((one) => one === data.status) ?? 'open';
  const amount = money(Number(data.amountDue ?? 0), text(data.currency).toUpperCase() || undefined);
  const kind = Number(data.amountDue ?? 0) < 0 ? 'credit' : 'invoice';
  return t(`tenantHistory.${kind}`, {
    number: text(data.number),
    amount,
    state: t(`tenantHistory.invoiceStates.${state}`),
  });
}

function describeSubscription(t: TFunction, data: Data, { date }: Formats): string {
  const status = payments.find((one) => one === data.status);
  const end = Date.parse(text(data.periodEnd));
  return t('tenantHistory.subscription', {
    plan: planName(t, data, text(data.skuId)),
    until: Number.isNaN(end) ? '–' : date(end),
    status: status ? t(`tenantHistory.payment.${status}`) : text(data.status),
  });
}

function describeMember(t: TFunction, { userName, role }: Data): string {
  const name = text(userName) || t('tenantHistory.gone');
  return role === null
    ? t('tenantHistory.memberLeft', { name })
    : t('tenantHistory.member', { name, role: roleName(t, role) });
}

function describeInvitation(t: TFunction, key: string, data: Data): string {
  const email = text(data.email) || t('tenantHistory.gone');
  if (key === 'TenantInvitation.Created') {
    return t('tenantHistory.invited', { email, role: roleName(t, data.role) });
  }
  return t(data.status === 'Accepted' ? 'tenantHistory.inviteAccepted' : 'tenantHistory.inviteRevoked', { email });
}

function describeSettings(t: TFunction, { name, tag, before, after }: Data, { money }: Formats): string {
  const limit = (value: unknown) => (typeof value === 'number' ? money(value) : t('tenantHistory.noLimit'));
  const [from, to] = [read(before, 'spendingLimit'), read(after, 'spendingLimit')];
  const parts = [
    ...(text(name) ? [t('tenantHistory.renamed', { name: text(name) })] : []),
    ...(tag === 'production' ? [t('tenantHistory.converted')] : []),
    ...(to === undefined ? [] : [t('tenantHistory.spendingLimit', { before: limit(from), after: limit(to) })]),
  ];
  return parts.join(' ') || t('tenantHistory.settings');
}

/** A change in words, with amounts; falls back to the key if there is no phrase. */
export function describeChange(t: TFunction, { key, data }: TenantChange, formats: Formats): string {
  const { before, after, reason } = data;
  switch (key) {
    case 'Tenant.Created':
      return t('tenantHistory.created');
    case 'Tenant.Deleted':
      return t('tenantHistory.deleted');
    case 'Tenant.SuspensionStatus.Updated':
      if (read(after, 'isSuspended') !== true) {
        return t('tenantHistory.resumed');
      }
      return text(reason) ? t('tenantHistory.suspended', { reason: text(reason) }) : t('tenantHistory.suspendedPlain');
    case 'Tenant.Plan.Updated':
      return t('tenantHistory.plan', {
        before: planName(t, data, text(read(before, 'planId'))),
        after: planName(t, data, text(read(after, 'planId'))),
      });
    case 'Tenant.Checkout.Completed':
      return t('tenantHistory.bought', { plan: planName(t, data, text(data.skuId)) });
    case 'Tenant.Subscription.Updated':
      return describeSubscription(t, data, formats);
    case 'Tenant.Invoice.Updated':
      return describeInvoice(t, data, formats);
    case 'Tenant.Data.Updated':
      return describeSettings(t, data, formats);
    case 'Tenant.Membership.Updated':
      return describeMember(t, data);
    case 'TenantInvitation.Created':
    case 'TenantInvitation.Data.Updated':
      return describeInvitation(t, key, data);
    default:
      return key;
  }
}
