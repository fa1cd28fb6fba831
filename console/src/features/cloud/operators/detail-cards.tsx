import type { OperatedTenantDetails } from '@postern/contracts/cloud/operators';
import { useTranslation } from 'react-i18next';
import { useAmounts } from '#features/cloud/plans/shared/format-amounts.ts';
import { regionLabel } from '#features/cloud/tenants/shared/regions.ts';
import { CardTable, CardTableNote } from '#platform/detail/card-table.tsx';
import { FormCard, ListCard } from '#platform/detail/form-card.tsx';
import { KeyValues } from '#platform/detail/key-values.tsx';
import { useFormat } from '#platform/i18n/format.ts';
import { byName, limitName, personName, planName, roleName } from './labels.ts';

type CardProps = { tenant: OperatedTenantDetails };

export function FactsCard({ tenant }: CardProps) {
  const { t } = useTranslation();
  const { date, number } = useFormat();
  const { day } = useAmounts();
  const { owner, planId, subscription, regionName, createdAt, agreedQuota } = tenant;
  const from = Date.parse(subscription.currentPeriodStart);
  const to = Date.parse(subscription.currentPeriodEnd);
  const agreed = Object.entries(agreedQuota ?? {}).map(
    ([key, value]) => `${limitName(t, key)}: ${typeof value === 'number' ? number(value) : String(value ?? '∞')}`,
  );
  const plain = (label: string, value: string) => ({ label, value, plain: true });
  return (
    <FormCard title={t('operators.facts.title')} help={t('operators.facts.help')}>
      <KeyValues
        rows={[
          plain(t('operators.columns.owner'), ownerText(owner)),
          plain(t('operators.columns.planId'), planName(t, planId)),
          ...(agreed.length > 0 ? [plain(t('operators.facts.agreed'), agreed.join(', '))] : []),
          plain(t('operators.facts.period'), `${day(from)} – ${day(to - 1)}`),
          plain(t('operators.facts.payment'), t(`operators.payment.${subscription.status}`)),
          plain(t('operators.columns.regionName'), regionLabel(t, regionName)),
          plain(t('operators.columns.created'), date(createdAt)),
        ]}
      />
    </FormCard>
  );
}

/** People without a name are named by their address, which is shown once. */
const ownerText = (owner: OperatedTenantDetails['owner']): string =>
  [...new Set([personName(owner), owner?.primaryEmail])].filter(Boolean).join(' · ');

export function UsageCard({ tenant: { usage, quota, counts } }: CardProps) {
  const { t } = useTranslation();
  const { number } = useFormat();
  const of = (used: number, limit: number | null) =>
    limit === null ? number(used) : t('operators.usage.of', { used: number(used), limit: number(limit) });
  const rows = [
    { label: t('operators.columns.usage'), value: of(usage.activeUsers, quota.mauLimit) },
    { label: t('operators.usage.tokens'), value: of(usage.tokens, quota.tokenLimit) },
    ...(['users', 'applications', 'resources', 'organizations'] as const).map((key) => ({
      label: t(`operators.usage.${key}`),
      value: counts ? number(counts[key]) : t('operators.usage.unknown'),
    })),
  ];
  return (
    <FormCard title={t('operators.usage.title')} help={t('operators.usage.help')}>
      <KeyValues rows={rows.map((row) => ({ ...row, plain: true }))} />
    </FormCard>
  );
}

export function MembersCard({ tenant: { members } }: CardProps) {
  const { t } = useTranslation();
  const { date } = useFormat();
  return (
    <ListCard title={t('operators.members.title')} help={t('operators.members.help')}>
      {members.length === 0 ? (
        <CardTableNote>{t('operators.members.none')}</CardTableNote>
      ) : (
        <CardTable
          label={t('operators.members.title')}
          rows={members}
          rowKey={({ id }) => id}
          folds
          textOf={(member) => `${personName(member)} ${member.primaryEmail ?? ''} ${member.id}`}
          columns={[
            { id: 'name', title: t('operators.columns.name'), cell: (member) => personName(member) },
            { id: 'email', title: t('operators.members.email'), cell: ({ primaryEmail }) => primaryEmail ?? '–' },
            {
              id: 'roles',
              title: t('operators.members.roles'),
              cell: ({ roles }) => roles.map((role) => roleName(t, role)).join(', ') || '–',
            },
            {
              id: 'since',
              title: t('operators.members.since'),
              isLabeled: true,
              cell: ({ createdAt }) => date(createdAt),
            },
          ]}
        />
      )}
    </ListCard>
  );
}

export function SuspensionsCard({ tenant: { suspensions } }: CardProps) {
  const { t } = useTranslation();
  const { dateTime } = useFormat();
  const when = (time: number, who: string | null) =>
    t('operators.suspensions.by', { time: dateTime(time), name: byName(t, who ?? '') || t('tenantHistory.gone') });
  return (
    <ListCard title={t('operators.suspensions.title')} help={t('operators.suspensions.help')}>
      <CardTable
        label={t('operators.suspensions.title')}
        rows={suspensions}
        rowKey={({ suspendedAt }) => String(suspendedAt)}
        columns={[
          { id: 'reason', title: t('operators.suspend.reason'), cell: ({ reason }) => reason },
          {
            id: 'from',
            title: t('operators.suspensions.from'),
            isLabeled: true,
            cell: ({ suspendedAt, suspendedBy }) => when(suspendedAt, suspendedBy),
          },
          {
            id: 'to',
            title: t('operators.suspensions.to'),
            isLabeled: true,
            cell: ({ resumedAt, resumedBy }) =>
              resumedAt === null ? t('operators.suspensions.now') : when(resumedAt, resumedBy),
          },
        ]}
      />
    </ListCard>
  );
}
