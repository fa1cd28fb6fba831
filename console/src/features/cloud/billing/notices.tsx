import { Button } from '@mantine/core';
import type { SubscriptionUsage } from '@postern/contracts/cloud/plans';
import type { Subscription, Tenant } from '@postern/contracts/cloud/tenants';
import { IconAlertCircle } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { z } from 'zod';
import { useAmounts } from '#features/cloud/plans/shared/format-amounts.ts';
import { judgeUsage } from '#features/cloud/plans/shared/judge-usage.ts';
import { Notice } from '#platform/feedback/notice.tsx';
import { BusyButton } from '#platform/ui/busy-button.tsx';
import classes from './billing.module.css';
import { plansId } from './plan-cards.tsx';

function ActNow({ title, body, action }: { title: string; body: string; action: ReactNode }) {
  return (
    <Notice tone="danger" icon={IconAlertCircle} title={title}>
      <div className={classes.notice}>
        <span>{body}</span>
        {action}
      </div>
    </Notice>
  );
}

type OverdueNoticeProps = { tenant: Tenant; onPay: () => void; isBusy: boolean };

export function OverdueNotice({ tenant: { openInvoices }, onPay, isBusy }: OverdueNoticeProps) {
  const { t } = useTranslation();
  const { money } = useAmounts();
  if (openInvoices.length === 0) {
    return null;
  }
  const amount = openInvoices.reduce((sum, { amountDue }) => sum + amountDue, 0);
  return (
    <ActNow
      title={t('billing.overdue.title', { count: openInvoices.length })}
      body={t('billing.overdue.body', { amount: money(amount) })}
      action={
        <BusyButton size="xs" variant="default" busy={isBusy} onClick={onPay}>
          {t('billing.overdue.pay')}
        </BusyButton>
      }
    />
  );
}

type LimitNoticeProps = {
  subscription: z.infer<typeof Subscription> | undefined;
  usage: SubscriptionUsage | undefined;
};

/** Sign-ins fail at these two limits, so this is shown above everything else. */
export function LimitNotice({ subscription, usage }: LimitNoticeProps) {
  const { t } = useTranslation();
  const { day } = useAmounts();
  const full =
    subscription &&
    // An upgrade does not raise agreed limits; the cards show that they are reached.
    !subscription.isEnterprisePlan &&
    usage &&
    (['mauLimit', 'tokenLimit'] as const).find((key) => judgeUsage(key, subscription.planId, usage, {}).isFull);
  if (!full) {
    return null;
  }
  return (
    <ActNow
      title={t(`billing.full.${full}`)}
      body={t(`billing.full.body.${full}`, { date: day(subscription.currentPeriodEnd) })}
      action={
        <Button size="xs" variant="default" onClick={() => document.getElementById(plansId)?.scrollIntoView()}>
          {t('billing.full.see')}
        </Button>
      }
    />
  );
}
