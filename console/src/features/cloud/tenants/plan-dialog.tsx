import { Button } from '@mantine/core';
import { plansApi, type Sku } from '@postern/contracts/cloud/plans';
import { isPaidPlan } from '@postern/contracts/quota';
import type { TFunction } from 'i18next';
import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import { useAmounts } from '#features/cloud/plans/shared/format-amounts.ts';
import { PlanFrame } from '#features/cloud/plans/shared/plan-frame.tsx';
import { addOnsOf } from '#features/cloud/plans/shared/quota-order.ts';
import { useSubscribe } from '#features/cloud/plans/shared/subscribe.ts';
import { showFailure } from '#platform/client/show-failure.ts';
import { useRead } from '#platform/client/use-read.ts';
import { DialogFrame } from '#platform/feedback/dialog-frame.tsx';
import { LoadFailed } from '#platform/feedback/load-failed.tsx';
import { useTenants } from '#platform/router/tenant-list.ts';
import { idTokenClaims } from '#platform/session/claims.ts';
import { BusyButton } from '#platform/ui/busy-button.tsx';
import { Skeleton } from '#platform/ui/skeleton.tsx';
import { Tag } from '#platform/ui/tag.tsx';
import type { NewTenant } from './create-fields.tsx';
import classes from './plan-dialog.module.css';
import { isFreeLimitReached, maxFreeTenants } from './shared/count-free.ts';

type PlanDialogProps = {
  tenant: NewTenant;
  isCreating: boolean;
  onFree: () => Promise<void>;
  onBack: () => void;
  onClose: () => void;
};

/** For a production tenant: the free plan creates it at once, a paid one requires payment first. */
export function PlanDialog({ tenant, isCreating, onFree, onBack, onClose }: PlanDialogProps) {
  const { t } = useTranslation();
  const { subscribe, isSubscribing } = useSubscribe();
  const skus = useRead(plansApi.skus, { query: { type: 'Basic' } }, { quiet: true, staleTime: 300_000 });
  const { data: tenants = [] } = useTenants();
  const isFull = isFreeLimitReached(tenants, idTokenClaims()?.organization_roles);
  const isBusy = isCreating || isSubscribing;
  const choose = (sku: Sku) => {
    if (isBusy) {
      return;
    }
    void (sku.unitPrice ? subscribe({ skuId: sku.id, tenantData: tenant }) : onFree().catch(showFailure));
  };
  return (
    <DialogFrame
      opened
      size="wide"
      onClose={onClose}
      title={t('tenants.plan.title', { name: tenant.name })}
      description={t('tenants.plan.body')}
      onSubmit={(event) => event.preventDefault()}
      footer={
        <Button variant="default" onClick={onBack}>
          {t('tenants.plan.back')}
        </Button>
      }
    >
      {skus.data ? (
        <ul className={classes.plans}>
          {skus.data.map((sku) => (
            <li key={sku.id}>
              <PlanCard
                sku={sku}
                isFull={!sku.unitPrice && isFull}
                busy={sku.unitPrice ? isSubscribing : isCreating}
                onChoose={() => choose(sku)}
              />
            </li>
          ))}
        </ul>
      ) : skus.error ? (
        <LoadFailed error={skus.error} retry={skus.refetch} />
      ) : (
        <div className={classes.plans} aria-busy>
          <Skeleton width="100%" height={420} />
          <Skeleton width="100%" height={420} />
        </div>
      )}
    </DialogFrame>
  );
}

type PlanCardProps = {
  sku: Sku;
  /** The limit of tenants with this plan is reached. */
  isFull: boolean;
  busy: boolean;
  onChoose: () => void;
};

function PlanCard({ sku, isFull, busy, onChoose }: PlanCardProps) {
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
