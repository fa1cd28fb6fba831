import type { Sku } from '@postern/contracts/cloud/plans';
import { paidPlanIds } from '@postern/contracts/quota';
import { IconCheck } from '@tabler/icons-react';
import type { TFunction } from 'i18next';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useAmounts } from '#features/cloud/plans/shared/format-amounts.ts';
import { PlanFrame } from '#features/cloud/plans/shared/plan-frame.tsx';
import { addOnsOf, limitOf } from '#features/cloud/plans/shared/quota-order.ts';
import { Tag } from '#platform/ui/tag.tsx';
import { changeOf } from './plan-changes.ts';

function CurrentTag() {
  const { t } = useTranslation();
  return (
    <Tag tone="accent" icon={IconCheck}>
      {t('billing.plans.current')}
    </Tag>
  );
}

export function PlanCard({ plan, currentId, action }: { plan: Sku; currentId: string; action: ReactNode }) {
  const { t } = useTranslation();
  const { price, short, list } = useAmounts();
  const change = changeOf(currentId, plan.id);
  const isPaid = paidPlanIds.includes(plan.id);
  const isCurrent = change === 'current';
  const isPopular = isPaid && change === 'upgrade';
  return (
    <PlanFrame
      name={plan.name}
      isMarked={isCurrent}
      tag={isCurrent ? <CurrentTag /> : isPopular && <Tag tone="accent">{t('plans.popular')}</Tag>}
      price={price(plan.unitPrice ?? 0)}
      per={t('billing.plans.month')}
      about={isPaid ? t('billing.plans.about.pro') : t('billing.plans.about.free')}
      features={featuresOf(t, plan, isPaid, { short, list })}
    >
      {action}
    </PlanFrame>
  );
}

type Words = Pick<ReturnType<typeof useAmounts>, 'short' | 'list'>;

function featuresOf(t: TFunction, plan: Sku, isPaid: boolean, { short, list }: Words): string[] {
  const shown = (key: Parameters<typeof limitOf>[1]) => {
    const limit = limitOf(plan, key);
    return typeof limit === 'number' ? short(limit) : t('billing.compare.unlimited');
  };
  const mau = limitOf(plan, 'mauLimit');
  return [
    mau === null
      ? t('billing.plans.features.mauUnlimited')
      : t('billing.plans.features.mau', { value: shown('mauLimit') }),
    t(isPaid ? 'billing.plans.features.tokenPacks' : 'billing.plans.features.tokens', { value: shown('tokenLimit') }),
    isPaid
      ? t('billing.plans.features.addOns', { list: list(addOnsOf(plan).map((key) => t(`billing.keys.${key}`))) })
      : t('billing.plans.features.apps', {
          apps: shown('applicationsLimit'),
          machines: shown('machineToMachineLimit'),
        }),
    t('billing.plans.features.logs', { count: Number(limitOf(plan, 'auditLogsRetentionDays')) }),
  ];
}

export function EnterpriseCard({ isCurrent, action }: { isCurrent: boolean; action: ReactNode }) {
  const { t } = useTranslation();
  return (
    <PlanFrame
      name={t('tenants.plans.enterprise')}
      isMarked={isCurrent}
      tag={isCurrent && <CurrentTag />}
      price={t('billing.plans.custom')}
      about={t('billing.plans.about.enterprise')}
      features={[
        t('billing.plans.features.limits'),
        t('billing.plans.features.region'),
        t('billing.plans.features.support'),
      ]}
    >
      {action}
    </PlanFrame>
  );
}
