import { Button } from '@mantine/core';
import { plansApi, type Sku, type SubscriptionUsage } from '@postern/contracts/cloud/plans';
import { type Tenant, tenantsApi } from '@postern/contracts/cloud/tenants';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { type AddOnPrices, addOnPrices } from '#features/cloud/plans/shared/add-on-prices.ts';
import { useSubscribe } from '#features/cloud/plans/shared/subscribe.ts';
import { weighPlan } from '#features/cloud/plans/shared/weigh-plan.ts';
import { isFreeLimitReached, maxFreeTenants } from '#features/cloud/tenants/shared/count-free.ts';
import { subscriptionPath } from '#paths/tenant-settings.ts';
import { useRead } from '#platform/client/use-read.ts';
import { useWrite } from '#platform/client/use-write.ts';
import { DialogFrame } from '#platform/feedback/dialog-frame.tsx';
import { LoadFailed } from '#platform/feedback/load-failed.tsx';
import { showSuccess } from '#platform/feedback/toast.ts';
import { useAddress } from '#platform/router/links.ts';
import { changeTenant, useTenants } from '#platform/router/tenant-list.ts';
import { idTokenClaims } from '#platform/session/claims.ts';
import { Skeleton } from '#platform/ui/skeleton.tsx';
import classes from './convert-dialog.module.css';
import { ConvertPlan } from './convert-plan.tsx';

type ConvertDialogProps = { tenant: Tenant; onClose: () => void };

const fresh = { quiet: true, staleTime: 0 };
const slow = { quiet: true, staleTime: 300_000 };

/** Asks for the plan of a tenant that leaves development, and shows for each what happens to current usage. */
export function ConvertDialog({ tenant, onClose }: ConvertDialogProps) {
  const { t } = useTranslation();
  const params = { id: tenant.id };
  const usage = useRead(plansApi.usage, { params }, fresh);
  const plans = useRead(plansApi.skus, { query: { type: 'Basic' } }, slow);
  const addOns = useRead(plansApi.skus, { query: { type: 'AddOn' } }, slow);
  const prices = useMemo(() => addOnPrices(addOns.data ?? []), [addOns.data]);
  const failed = [usage, plans, addOns].find(({ error, data }) => error && !data);
  return (
    <DialogFrame
      opened
      size="wide"
      onClose={onClose}
      title={t('tenantSettings.convert.question', { name: tenant.name })}
      description={t('tenantSettings.convert.body')}
      onSubmit={(event) => event.preventDefault()}
      footer={
        <Button variant="default" onClick={onClose}>
          {t('actions.cancel')}
        </Button>
      }
    >
      {usage.data && plans.data && addOns.data ? (
        <Choices tenant={tenant} usage={usage.data} plans={plans.data} prices={prices} onClose={onClose} />
      ) : failed ? (
        <LoadFailed error={failed.error} retry={failed.refetch} isPart />
      ) : (
        <div className={classes.plans} aria-busy>
          <Skeleton width="100%" height={260} />
          <Skeleton width="100%" height={260} />
        </div>
      )}
    </DialogFrame>
  );
}

type ChoicesProps = ConvertDialogProps & { usage: SubscriptionUsage; plans: readonly Sku[]; prices: AddOnPrices };

function Choices({ tenant, usage, plans, prices, onClose }: ChoicesProps) {
  const { t } = useTranslation();
  const address = useAddress();
  const { data: tenants = [] } = useTenants();
  const { subscribe, isSubscribing } = useSubscribe();
  const convert = useWrite(tenantsApi.update, {
    onDone: async (changed) => {
      onClose();
      await changeTenant(changed);
      showSuccess(t('tenantSettings.convert.done'));
    },
  });
  const isFull = isFreeLimitReached(tenants, idTokenClaims()?.organization_roles);
  const isBusy = convert.isPending || isSubscribing;
  const choose = ({ id: skuId, unitPrice }: Sku) => {
    if (isBusy) {
      return;
    }
    if (unitPrice) {
      void subscribe({ skuId, tenantId: tenant.id, callbackPage: address(subscriptionPath) });
    } else {
      convert.mutate({ params: { id: tenant.id }, body: { tag: 'production' } });
    }
  };
  return (
    <ul className={classes.plans}>
      {plans.map((plan) => (
        <li key={plan.id}>
          <ConvertPlan
            plan={plan}
            excesses={weighPlan(usage, plan, prices)}
            refusal={!plan.unitPrice && isFull ? t('tenants.plan.limit', { max: maxFreeTenants }) : undefined}
            busy={plan.unitPrice ? isSubscribing : convert.isPending}
            onChoose={() => choose(plan)}
          />
        </li>
      ))}
    </ul>
  );
}
