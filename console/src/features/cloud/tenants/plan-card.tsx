import type { Sku } from '@postern/contracts/cloud/plans';
import { isPaidPlan } from '@postern/contracts/quota';
import type { TFunction } from 'i18next';
import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import { useAmounts } from '#features/cloud/plans/shared/format-amounts.ts';
import { PlanFrame } from '#features/cloud/plans/shared/plan-frame.tsx';
import { addOnsOf } from '#features/cloud/plans/shared/quota-order.ts';
import { BusyButton } from '#platform/ui/busy-button.tsx';
import { Tag } from '#platform/ui/tag.tsx';
import classes from './plan-dialog.module.css';
import { maxFreeTenants } from './shared/count-free.ts';

type PlanCardProps = {
  sku: Sku;
  /** The limit of tenants with this plan is reached. */
  isFull: boolean;
  busy: boolean;
  onChoose: () => void;
};

export function PlanCard({ sku, isFull, busy, onChoose }: PlanCardProps) {
  const { t } = useTranslation();
  const amounts = useAmounts();
  const { price } = amounts;
  const limitId = useId();
  const isPaid = isPaidPlan(sku.id);
  return (
    <PlanFrame
      name={sku.name}
      isMarked={isPaid}
      tag={isPaid && <Tag tone="accent">{t('plans.popular')}</Tag>}
      price={price(sku.unitPrice ?? 0)}
      per={isPaid ? t('tenants.plan.monthAndMore') : t('tenants.plan.month')}
      about={t(`tenants.plan.about.${isPaid ? 'pro' : 'free'}`)}
      features={featuresOf(t, sku, amounts)}
    >
      <BusyButton
        variant={isPaid ? 'filled' : 'default'}
        fullWidth
        busy={busy}
        disabled={isFull}
        aria-describedby={isFull ? limitId : undefined}
        onClick={onChoose}
        autoFocus={isPaid}
      >
        {t('tenants.plan.select', { plan: sku.name })}
      </BusyButton>
      {isFull && (
        <p id={limitId} className={classes.limit}>
          {t('tenants.plan.limit', { max: maxFreeTenants })}
        </p>
      )}
    </PlanFrame>
  );
}

/** The main features; the subscription page compares all of them. */
function featuresOf(t: TFunction, sku: Sku, { number, list }: ReturnType<typeof useAmounts>): string[] {
  const { id, quota } = sku;
  const { mauLimit, tokenLimit, applicationsLimit, machineToMachineLimit, resourcesLimit } = quota;
  const { tenantMembersLimit, auditLogsRetentionDays, customJwtEnabled, ticketSupportResponseTime } = quota;
  return [
    mauLimit ? t('tenants.plan.users', { amount: number(mauLimit) }) : t('tenants.plan.allUsers'),
    tokenLimit && t('tenants.plan.tokens', { amount: number(tokenLimit) }),
    applicationsLimit
      ? t('tenants.plan.applications', { amount: number(applicationsLimit) })
      : t('tenants.plan.allApplications'),
    machineToMachineLimit && t('tenants.plan.machine', { count: machineToMachineLimit }),
    resourcesLimit && t('tenants.plan.resources', { count: resourcesLimit }),
    tenantMembersLimit && t('tenants.plan.members', { count: tenantMembersLimit }),
    auditLogsRetentionDays && t('tenants.plan.logs', { count: auditLogsRetentionDays }),
    customJwtEnabled !== false && t('tenants.plan.customJwt'),
    isPaidPlan(id) && t('tenants.plan.more', { list: list(addOnsOf(sku).map((key) => t(`plans.keys.${key}`))) }),
    ticketSupportResponseTime && t('tenants.plan.support', { hours: ticketSupportResponseTime }),
  ].filter((feature) => typeof feature === 'string');
}
