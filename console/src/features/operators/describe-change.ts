import type { TenantChange } from '@postern/contracts/operators';
import type { TFunction } from 'i18next';
import { planName } from './labels.ts';

const read = (value: unknown, key: string): unknown =>
  typeof value === 'object' && value !== null ? (value as Record<string, unknown>)[key] : undefined;

const text = (value: unknown) => (typeof value === 'string' ? value : '');

/** What happened, in words; what nobody has words for by its key. */
export function describeChange(t: TFunction, { key, data }: TenantChange): string {
  const { before, after, reason } = data;
  switch (key) {
    case 'Tenant.Created':
      return t('operators.changes.created');
    case 'Tenant.SuspensionStatus.Updated':
      return read(after, 'isSuspended') === true
        ? t('operators.changes.suspended', { reason: text(reason) })
        : t('operators.changes.resumed');
    case 'Tenant.Plan.Updated':
      return t('operators.changes.plan', {
        before: planName(t, text(read(before, 'planId'))),
        after: planName(t, text(read(after, 'planId'))),
      });
    case 'Tenant.Data.Updated':
      return t('operators.changes.settings');
    case 'Tenant.Membership.Updated':
      return t('operators.changes.members');
    default:
      return key;
  }
}
