import { plansApi } from '@postern/contracts/cloud/plans';
import type { Tenant } from '@postern/contracts/cloud/tenants';
import { useOpenPortal } from '#features/cloud/plans/shared/open-portal.ts';
import { subscriptionPath } from '#paths/tenant-settings.ts';
import { useRead } from '#platform/client/use-read.ts';
import { LoadFailed } from '#platform/feedback/load-failed.tsx';
import classes from './billing.module.css';
import { BillingFrame } from './billing-frame.tsx';
import { ComparePlans } from './compare-plans.tsx';
import { LimitNotice, OverdueNotice } from './notices.tsx';
import { PlanCards } from './plan-cards.tsx';
import { PlanSummary } from './plan-summary.tsx';
import { usePlans } from './read-plans.ts';
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
      <UsageHistory tenantId={tenant.id} />
      <PlanCards subscription={subscription.data} plans={plans} usage={usage.data} />
      <ComparePlans plans={plans.data} prices={prices} currentId={subscription.data?.planId} />
    </div>
  );
}
