import type { Sku } from '@postern/contracts/cloud/plans';
import { IconBan, IconCircleCheck, IconHistory, IconReceipt, IconTrash } from '@tabler/icons-react';
import type { TFunction } from 'i18next';
import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import { useAmounts } from '#features/cloud/plans/shared/format-amounts.ts';
import { limitOf } from '#features/cloud/plans/shared/quota-order.ts';
import type { Excess } from '#features/cloud/plans/shared/weigh-plan.ts';
import { BusyButton } from '#platform/ui/busy-button.tsx';
import classes from './convert-dialog.module.css';

type ConvertPlanProps = {
  plan: Sku;
  excesses: readonly Excess[];
  /** Why this plan is not available. */
  refusal: string | undefined;
  busy: boolean;
  onChoose: () => void;
};

type Amounts = ReturnType<typeof useAmounts>;

const icons = { remove: IconTrash, stop: IconBan, bill: IconReceipt, fits: IconCircleCheck, keep: IconHistory };

/** A plan with its price for this tenant, and what happens to usage beyond it. */
export function ConvertPlan({ plan, excesses, refusal, busy, onChoose }: ConvertPlanProps) {
  const { t } = useTranslation();
  const amounts = useAmounts();
  const id = useId();
  const billed = excesses.reduce((sum, excess) => sum + (excess.effect === 'bill' ? excess.amount : 0), 0);
  const mustRemove = excesses.some(({ effect }) => effect === 'remove');
  const reason = refusal ?? (mustRemove ? t('tenantSettings.convert.removeFirst') : undefined);
  return (
    <section className={classes.plan} aria-labelledby={`${id}-name`}>
      <h3 id={`${id}-name`}>{plan.name}</h3>
      <div className={`${classes.price} tabular`}>
        <b>{amounts.price((plan.unitPrice ?? 0) + billed)}</b> <span>{t('billing.plans.month')}</span>
      </div>
      {billed > 0 && (
        <p className={classes.sum}>
          {t('tenantSettings.convert.sum', {
            plan: amounts.price(plan.unitPrice ?? 0),
            addOns: amounts.price(billed),
          })}
        </p>
      )}
      <ul className={classes.effects} aria-label={t('tenantSettings.convert.effects', { plan: plan.name })}>
        {excesses.map((excess) => (
          <Effect key={excess.key} effect={excess.effect} text={effectOf(t, excess, amounts)} />
        ))}
        {excesses.length === 0 && <Effect effect="fits" text={t('tenantSettings.convert.fits')} />}
        <Effect
          effect="keep"
          text={t('tenantSettings.convert.logs', { count: Number(limitOf(plan, 'auditLogsRetentionDays')) })}
        />
      </ul>
      <div className={classes.action}>
        {/* Above the button, so that the buttons of all plans are aligned. */}
        {reason && (
          <p id={`${id}-reason`} className={classes.sum}>
            {reason}
          </p>
        )}
        <BusyButton
          variant={plan.unitPrice ? 'filled' : 'default'}
          fullWidth
          busy={busy}
          disabled={reason !== undefined}
          aria-describedby={reason ? `${id}-reason` : undefined}
          onClick={onChoose}
        >
          {t('tenantSettings.convert.choose', { plan: plan.name })}
        </BusyButton>
      </div>
    </section>
  );
}

function Effect({ effect, text }: { effect: Excess['effect'] | 'fits' | 'keep'; text: string }) {
  const Icon = icons[effect];
  return (
    <li data-effect={effect}>
      <Icon size={16} stroke={1.75} aria-hidden />
      {text}
    </li>
  );
}

function effectOf(t: TFunction, excess: Excess, { number, price }: Amounts): string {
  const what = t(`billing.keys.${excess.key}`);
  const words = { what, used: number(excess.used), limit: number(excess.limit) };
  if (excess.effect === 'bill') {
    return t('tenantSettings.convert.bill', { ...words, amount: price(excess.amount) });
  }
  return t(excess.effect === 'stop' ? 'tenantSettings.convert.stop' : 'tenantSettings.convert.remove', words);
}
