import type { Sku } from '@postern/contracts/plans';
import { paidPlanIds } from '@postern/contracts/quota';
import { IconCheck } from '@tabler/icons-react';
import type { TFunction } from 'i18next';
import { type ReactNode, useId } from 'react';
import { useTranslation } from 'react-i18next';
import { Tag } from '#platform/ui/tag.tsx';
import classes from './billing.module.css';
import { useAmounts } from './format-amounts.ts';
import { limitOf } from './quota-order.ts';
import { changeOf } from './rank-plan.ts';

type FrameProps = {
  name: string;
  tag?: ReactNode;
  isCurrent: boolean;
  price: string;
  per?: string;
  about?: string;
  features: readonly string[];
  action: ReactNode;
};

function Frame({ name, tag, isCurrent, price, per, about, features, action }: FrameProps) {
  const { t } = useTranslation();
  const id = useId();
  return (
    <section className={classes.plan} data-current={isCurrent || undefined} aria-labelledby={id}>
      <div className={classes.planHead}>
        <h3 id={id}>{name}</h3>
        {isCurrent ? (
          <Tag tone="accent" icon={IconCheck}>
            {t('billing.plans.current')}
          </Tag>
        ) : (
          tag
        )}
      </div>
      <div className={`${classes.price} tabular`}>
        <b>{price}</b>
        {per && <span>{per}</span>}
      </div>
      <p className={classes.about}>{about}</p>
      {action}
      <ul className={classes.features}>
        {features.map((feature) => (
          <li key={feature}>
            <IconCheck size={16} stroke={2} aria-hidden />
            {feature}
          </li>
        ))}
      </ul>
    </section>
  );
}

export function PlanCard({ plan, currentId, action }: { plan: Sku; currentId: string; action: ReactNode }) {
  const { t } = useTranslation();
  const { price, short } = useAmounts();
  const change = changeOf(currentId, plan.id);
  const isPaid = paidPlanIds.includes(plan.id);
  return (
    <Frame
      name={plan.name}
      isCurrent={change === 'current'}
      tag={isPaid && change === 'upgrade' && <Tag tone="accent">{t('billing.plans.popular')}</Tag>}
      price={price(plan.unitPrice ?? 0)}
      per={t('billing.plans.month')}
      about={isPaid ? t('billing.plans.about.pro') : t('billing.plans.about.free')}
      features={featuresOf(t, plan, isPaid, short)}
      action={action}
    />
  );
}

function featuresOf(t: TFunction, plan: Sku, isPaid: boolean, short: (value: number) => string): string[] {
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
      ? t('billing.plans.features.addOns')
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
    <Frame
      name={t('tenants.plans.enterprise')}
      isCurrent={isCurrent}
      price={t('billing.plans.custom')}
      about={t('billing.plans.about.enterprise')}
      features={[
        t('billing.plans.features.limits'),
        t('billing.plans.features.region'),
        t('billing.plans.features.support'),
      ]}
      action={action}
    />
  );
}
