import { plansApi } from '@postern/contracts/cloud/plans';
import type { Tenant } from '@postern/contracts/cloud/tenants';
import { useMemo } from 'react';
import { addOnPrices } from '#features/cloud/plans/shared/add-on-prices.ts';
import { useOpenPortal } from '#features/cloud/plans/shared/open-portal.ts';
import { subscriptionPath } from '#paths/tenant-settings.ts';
import { useRead } from '#platform/client/use-read.ts';
import { LoadFailed } from '#platform/feedback/load-failed.tsx';
import classes from './billing.module.css';
import { ComparePlans } from './compare-plans.tsx';
import { BillingFrame } from './frames.tsx';
import { LimitNotice, OverdueNotice } from './notices.tsx';
import { PlanCards } from './plan-cards.tsx';
import { PlanSummary } from './plan-summary.tsx';
import { SpendingLimit } from './spending-limit.tsx';
import { UsageCards } from './usage-cards.tsx';
import { UsageHistory } from './usage-history.tsx';

export function SubscriptionPage() {
  return <BillingFrame>{(tenant) => <Subscription tenant={tenant} />}</BillingFrame>;
}

/** Cached data of other pages may be old; this page must show the current state. */
const fresh = { quiet: true, staleTime: 0 };

function Subscription({ tenant }: { tenant: Tenant }) {
  const params = { id: tenant.id };
  const subscription = useRead(plansApi.subscription, { params }, fresh);
  const usage = useRead(plansApi.usage, { params }, fresh);
  const { plans, prices } = usePlans(tenant.id);
  const { openPortal, isOpening } = useOpenPortal(subscriptionPath);
  if (subscription.error && !subscription.data) {
    return <LoadFailed error={subscription.error} retry={subscription.refetch} />;
  }
  return (
    <div className={classes.page}>
      <OverdueNotice tenant={tenant} onPay={openPortal} isBusy={isOpening} />
      <LimitNotice subscription={subscription.data} usage={usage.data} />
      <PlanSummary subscription={subscription.data} plans={plans.data} onManage={openPortal} isBusy={isOpening} />
      <UsageCards subscription={subscription.data} usage={usage} prices={prices} />
      <SpendingLimit subscription={subscription.data} />
      <UsageHistory tenantId={tenant.id} />
      <PlanCards subscription={subscription.data} plans={plans} usage={usage.data} />
      <ComparePlans plans={plans.data} prices={prices} currentId={subscription.data?.planId} />
    </div>
  );
}

/** Changes only when the operator edits it: refetching after minutes is enough. */
const slow = { quiet: true, staleTime: 300_000 };

/** Plans that this tenant can select, with the prices of add-ons. */
function usePlans(id: string) {
  const plans = useRead(plansApi.availableSkus, { params: { id }, query: { type: 'Basic' } }, slow);
  const addOns = useRead(plansApi.availableSkus, { params: { id }, query: { type: 'AddOn' } }, slow);
  const prices = useMemo(() => addOnPrices(addOns.data ?? []), [addOns.data]);
  return { plans, prices };
}
