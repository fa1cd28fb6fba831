import type { SubscriptionUsage } from '@postern/contracts/cloud/plans';
import type { Subscription } from '@postern/contracts/cloud/tenants';
import type { UseQueryResult } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import type { z } from 'zod';
import type { AddOnPrices } from '#features/cloud/plans/shared/add-on-prices.ts';
import { judgeUsage } from '#features/cloud/plans/shared/judge-usage.ts';
import { type UsageKey, usageKeysOf } from '#features/cloud/plans/shared/usage-keys.ts';
import { LoadFailed } from '#platform/feedback/load-failed.tsx';
import { Skeleton } from '#platform/ui/skeleton.tsx';
import { billedAs, chargedPrices } from './billed-as.ts';
import billing from './billing.module.css';
import { Section } from './frames.tsx';
import classes from './usage.module.css';
import { UsageCard } from './usage-card.tsx';

type UsageCardsProps = {
  subscription: z.infer<typeof Subscription> | undefined;
  usage: UseQueryResult<SubscriptionUsage>;
  prices: AddOnPrices;
};

export function UsageCards({ subscription, usage, prices }: UsageCardsProps) {
  const { t } = useTranslation();
  const planId = subscription?.planId ?? 'free';
  const isBilled = subscription !== undefined && billedAs(subscription) === 'bought';
  return (
    <Section title={t('billing.usage.title')} note={t(isBilled ? 'billing.usage.paidNote' : 'billing.usage.note')}>
      {usage.error && !usage.data ? (
        <div className={billing.card}>
          <LoadFailed error={usage.error} retry={usage.refetch} isPart />
        </div>
      ) : (
        <ul className={classes.uses} data-few={usageKeysOf(planId).length < 4 || undefined}>
          {usageKeysOf(planId).map((key) => (
            <li key={key}>
              {usage.data && subscription ? (
                <UsageCard
                  card={judgeUsage(key, planId, usage.data, chargedPrices(subscription, prices))}
                  isEnterprise={subscription.isEnterprisePlan}
                />
              ) : (
                <CardSkeleton usageKey={key} />
              )}
            </li>
          ))}
        </ul>
      )}
    </Section>
  );
}

function CardSkeleton({ usageKey }: { usageKey: UsageKey }) {
  const { t } = useTranslation();
  return (
    <div className={classes.use} aria-busy="true">
      <div className={classes.useName}>{t(`billing.keys.${usageKey}`)}</div>
      <div className={classes.useValue}>
        <Skeleton width={72} height={20} />
      </div>
      <div className={classes.meter} data-empty />
      <div className={classes.useFoot}>
        <Skeleton width={96} />
      </div>
    </div>
  );
}
