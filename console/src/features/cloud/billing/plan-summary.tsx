import type { Sku } from '@postern/contracts/cloud/plans';
import type { Subscription } from '@postern/contracts/cloud/tenants';
import { IconExternalLink } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { z } from 'zod';
import { useAmounts } from '#features/cloud/plans/shared/format-amounts.ts';
import { planLabel } from '#features/cloud/plans/shared/plan-label.ts';
import { BusyButton } from '#platform/ui/busy-button.tsx';
import { Skeleton } from '#platform/ui/skeleton.tsx';
import { Tag } from '#platform/ui/tag.tsx';
import { billedAs } from './billed-as.ts';
import classes from './billing.module.css';

type Agreement = z.infer<typeof Subscription>;

type PlanSummaryProps = {
  subscription: Agreement | undefined;
  plans: readonly Sku[] | undefined;
  onManage: () => void;
  isBusy: boolean;
};

const nextNotes = { bought: 'addOns', free: 'noCard', agreed: 'agreed', given: 'given' } as const;
const calm: readonly Agreement['status'][] = ['active', 'trialing'];

/** Summary of plan, period and next bill. */
export function PlanSummary({ subscription, plans, onManage, isBusy }: PlanSummaryProps) {
  const { t } = useTranslation();
  const { money, day } = useAmounts();
  if (!subscription) {
    return <SummarySkeleton />;
  }
  const { planId, status, upcomingInvoice, graceUntil } = subscription;
  const billing = billedAs(subscription);
  const isBought = billing === 'bought';
  const isOutside = billing === 'agreed' || billing === 'given';
  const price = plans?.find(({ id }) => id === planId)?.unitPrice;
  return (
    <section className={classes.summary} aria-label={t('billing.summary.label')} data-paid={isBought || undefined}>
      <Fact
        title={t('billing.summary.plan')}
        value={
          <>
            {planLabel(t, planId)}
            {status !== 'active' && (
              <Tag tone={calm.includes(status) ? 'info' : 'danger'} small>
                {t(`billing.status.${status}`)}
              </Tag>
            )}
          </>
        }
        note={
          isOutside
            ? t(`billing.summary.${billing}`)
            : price !== undefined &&
              price !== null &&
              t(isBought ? 'billing.summary.priceAndMore' : 'billing.summary.price', { price: money(price) })
        }
      />
      <Period subscription={subscription} isPaid={isBought || billing === 'agreed'} />
      <Fact
        title={t('billing.summary.next')}
        value={isOutside ? '–' : money(upcomingInvoice?.total ?? 0)}
        note={
          graceUntil
            ? t('billing.summary.grace', { date: day(graceUntil) })
            : t(`billing.summary.${nextNotes[billing]}`)
        }
      />
      {isBought && (
        <div className={classes.summaryAction}>
          <BusyButton
            variant="default"
            busy={isBusy}
            leftSection={<IconExternalLink size={18} stroke={1.5} aria-hidden />}
            onClick={onManage}
          >
            {t('billing.summary.manage')}
          </BusyButton>
        </div>
      )}
    </section>
  );
}

function Period({ subscription, isPaid }: { subscription: Agreement; isPaid: boolean }) {
  const { t } = useTranslation();
  const { day } = useAmounts();
  const { currentPeriodStart, currentPeriodEnd, cancelAtPeriodEnd } = subscription;
  const turn = cancelAtPeriodEnd ? 'ends' : isPaid ? 'renews' : 'resets';
  return (
    <Fact
      title={t(isPaid ? 'billing.summary.period' : 'billing.summary.freePeriod')}
      value={t('billing.summary.range', {
        from: day(currentPeriodStart),
        // A period that ends at midnight does not include the day that starts then.
        to: day(Date.parse(currentPeriodEnd) - 1),
      })}
      note={t(`billing.summary.${turn}`, { date: day(currentPeriodEnd) })}
    />
  );
}

function Fact({ title, value, note }: { title: string; value: ReactNode; note: ReactNode }) {
  return (
    <div className={classes.fact}>
      <div className={classes.small}>{title}</div>
      <div className={classes.factValue}>{value}</div>
      <div className={classes.small}>{note || <>&nbsp;</>}</div>
    </div>
  );
}

function SummarySkeleton() {
  return (
    <div className={classes.summary} aria-busy="true">
      {[64, 120, 80].map((width) => (
        <div key={width} className={classes.fact}>
          <div className={classes.skeletonLine}>
            <Skeleton width={width} />
          </div>
          <div className={classes.skeletonValue}>
            <Skeleton width={width * 1.4} height={16} />
          </div>
          <div className={classes.skeletonLine}>
            <Skeleton width={width} />
          </div>
        </div>
      ))}
    </div>
  );
}
