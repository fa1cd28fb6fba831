import type { Sku } from '@postern/contracts/cloud/plans';
import { paidPlanIds } from '@postern/contracts/quota';
import { IconCheck } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { AddOnPrices } from '#features/cloud/plans/shared/add-on-prices.ts';
import { useAmounts } from '#features/cloud/plans/shared/format-amounts.ts';
import { type ComparedKey, limitOf, quotaOrder } from '#features/cloud/plans/shared/quota-order.ts';
import classes from './billing.module.css';
import { Section } from './frames.tsx';

type ComparePlansProps = { plans: readonly Sku[] | undefined; prices: AddOnPrices; currentId: string | undefined };

/** Compares all features of the plans side by side. */
export function ComparePlans({ plans = [], prices, currentId }: ComparePlansProps) {
  const { t } = useTranslation();
  if (plans.length < 2) {
    return null;
  }
  return (
    <Section title={t('billing.compare.title')}>
      <div className={classes.card}>
        <table className={`${classes.table} ${classes.compare}`} aria-label={t('billing.compare.title')}>
          <thead>
            <tr>
              <th scope="col">{t('billing.compare.feature')}</th>
              {plans.map(({ id, name }) => (
                <th key={id} scope="col" data-current={id === currentId || undefined}>
                  {name}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {quotaOrder.map((key) => (
              <tr key={key}>
                <th scope="row">{t(`billing.keys.${key}`)}</th>
                {plans.map((plan) => (
                  <td key={plan.id} data-current={plan.id === currentId || undefined}>
                    <Limit plan={plan} of={key} prices={prices} />
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </Section>
  );
}

function Limit({ plan, of: key, prices }: { plan: Sku; of: ComparedKey; prices: AddOnPrices }): ReactNode {
  const { t } = useTranslation();
  const { short, money } = useAmounts();
  const limit = limitOf(plan, key);
  const price = paidPlanIds.includes(plan.id) ? priceOf(prices, key) : undefined;
  if (limit === null) {
    return t('billing.compare.unlimited');
  }
  if (limit === true) {
    return <Yes />;
  }
  if (price && (limit === false || limit === 0)) {
    return t('billing.compare.addOn', { price: money(price.unitPrice) });
  }
  if (limit === false || limit === 0) {
    return <No />;
  }
  if (key === 'auditLogsRetentionDays') {
    return t('billing.compare.days', { count: limit });
  }
  if (key === 'ticketSupportResponseTime') {
    return t('billing.compare.hours', { count: limit });
  }
  if (!price || price.per === 'flat') {
    return short(limit);
  }
  const values = { value: short(limit), price: money(price.unitPrice) };
  return price.per === 'pack'
    ? t('billing.compare.thenPack', { ...values, size: short(price.size) })
    : t('billing.compare.thenEach', values);
}

function priceOf(prices: AddOnPrices, key: ComparedKey) {
  const known: Record<string, AddOnPrices[keyof AddOnPrices]> = prices;
  return known[key];
}

function Yes() {
  const { t } = useTranslation();
  return (
    <span className={classes.yes}>
      <IconCheck size={18} stroke={2} aria-hidden />
      <span className="sr-only">{t('billing.compare.yes')}</span>
    </span>
  );
}

function No() {
  const { t } = useTranslation();
  return (
    <>
      <span aria-hidden>–</span>
      <span className="sr-only">{t('billing.compare.no')}</span>
    </>
  );
}
