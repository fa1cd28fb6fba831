import { Button } from '@mantine/core';
import type { Sku, SubscriptionUsage } from '@postern/contracts/cloud/plans';
import type { Subscription } from '@postern/contracts/cloud/tenants';
import type { UseQueryResult } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { z } from 'zod';
import { useSubscribe } from '#features/cloud/plans/shared/subscribe.ts';
import { ContactDialog } from '#features/help/assistant/shared/contact-dialog.tsx';
import { subscriptionPath } from '#paths/tenant-settings.ts';
import { LoadFailed } from '#platform/feedback/load-failed.tsx';
import { useAddress } from '#platform/router/links.ts';
import { useTenantId } from '#platform/tenant.ts';
import { BusyButton } from '#platform/ui/busy-button.tsx';
import { Skeleton } from '#platform/ui/skeleton.tsx';
import classes from './billing.module.css';
import { CancelDialog } from './cancel-dialog.tsx';
import { Section } from './frames.tsx';
import { EnterpriseCard, PlanCard } from './plan-card.tsx';
import { changeOf } from './plan-changes.ts';

export const plansId = 'plans';

type PlanCardsProps = {
  subscription: z.infer<typeof Subscription> | undefined;
  plans: UseQueryResult<Sku[]>;
  usage: SubscriptionUsage | undefined;
};

/** One card for each offered plan, with a button to select it. */
export function PlanCards({ subscription, plans, usage }: PlanCardsProps) {
  const { t } = useTranslation();
  const [isCancelling, setCancelling] = useState(false);
  const { change, isSubscribing } = useChangePlan(subscription?.planId, () => setCancelling(true));
  const free = plans.data?.find(({ id }) => id === 'free');
  return (
    <Section id={plansId} title={t('billing.plans.title')} note={t('billing.plans.note')}>
      {plans.error && !plans.data ? (
        <div className={classes.card}>
          <LoadFailed error={plans.error} retry={plans.refetch} />
        </div>
      ) : (
        <div className={classes.plans}>
          {plans.data && subscription ? (
            plans.data.map((plan) => (
              <PlanCard
                key={plan.id}
                plan={plan}
                currentId={subscription.planId}
                action={
                  // Agreed plans are changed by contacting sales.
                  subscription.isEnterprisePlan && plan.id !== subscription.planId ? (
                    <TalkButton />
                  ) : (
                    <ChangeButton
                      plan={plan}
                      currentId={subscription.planId}
                      isBusy={isSubscribing}
                      onChange={() => void change(plan)}
                    />
                  )
                }
              />
            ))
          ) : (
            <PlanSkeletons />
          )}
          <EnterpriseCard isCurrent={subscription?.isEnterprisePlan ?? false} action={<TalkButton />} />
        </div>
      )}
      {isCancelling && free && usage && <CancelDialog free={free} usage={usage} onClose={() => setCancelling(false)} />}
    </Section>
  );
}

/** Switching to the free plan is a cancellation; all other changes use the payment provider. */
function useChangePlan(currentId: string | undefined, onCancel: () => void) {
  const tenantId = useTenantId();
  const address = useAddress();
  const { subscribe, isSubscribing } = useSubscribe();
  const change = async ({ id }: Sku) => {
    if (id === 'free') {
      onCancel();
      return;
    }
    const isDowngrade = changeOf(currentId ?? 'free', id) === 'downgrade';
    await subscribe({ skuId: id, tenantId, callbackPage: address(subscriptionPath), isDowngrade });
  };
  return { change, isSubscribing };
}

type ChangeButtonProps = { plan: Sku; currentId: string; isBusy: boolean; onChange: () => void };

function ChangeButton({ plan: { id, name }, currentId, isBusy, onChange }: ChangeButtonProps) {
  const { t } = useTranslation();
  const change = changeOf(currentId, id);
  if (change === 'current') {
    return (
      <Button variant="default" fullWidth disabled>
        {t('billing.plans.yours')}
      </Button>
    );
  }
  return (
    <BusyButton variant={change === 'upgrade' ? 'filled' : 'default'} fullWidth busy={isBusy} onClick={onChange}>
      {t(`billing.plans.${change}`, { name })}
    </BusyButton>
  );
}

function TalkButton() {
  const { t } = useTranslation();
  const [isAsking, setAsking] = useState(false);
  return (
    <>
      <Button variant="default" fullWidth onClick={() => setAsking(true)}>
        {t('billing.plans.talk')}
      </Button>
      <ContactDialog opened={isAsking} onClose={() => setAsking(false)} />
    </>
  );
}

function PlanSkeletons() {
  return [1, 2].map((key) => (
    <div key={key} className={classes.plan} aria-busy="true">
      <Skeleton width={64} height={16} />
      <Skeleton width={120} height={28} />
      <Skeleton width="100%" height={36} />
      <Skeleton width="80%" height={96} />
    </div>
  ));
}
