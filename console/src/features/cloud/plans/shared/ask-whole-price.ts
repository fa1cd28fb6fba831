import { type PlanQuote, plansApi } from '@postern/contracts/cloud/plans';
import i18next from 'i18next';
import { call } from '#platform/client/call.ts';
import { confirm } from '#platform/feedback/dialogs.ts';
import { formatIn } from '#platform/i18n/format.ts';
import { planLabel } from './plan-label.ts';

function linesOf(plan: string, { price, items }: PlanQuote): string[] {
  const { dollars, number } = formatIn(i18next.language);
  const line = (what: string, cents: number) => i18next.t('plans.whole.line', { what, amount: dollars(cents) });
  const addOns = items.map(({ key, billed, amount }) => {
    const name = i18next.t(`plans.keys.${key}`);
    return line(billed > 1 ? `${number(billed)} × ${name}` : name, amount);
  });
  return [line(plan, price), ...addOns];
}

/** Before a plan is bought for a tenant that uses add-ons: shows the whole monthly amount. True if the person agrees. */
export async function askWholePrice(tenantId: string, skuId: string): Promise<boolean> {
  const { data: quote } = await call(plansApi.planQuote, { params: { id: tenantId }, query: { skuId } }, tenantId);
  if (quote.items.length === 0) {
    // The payment page shows the price of the plan.
    return true;
  }
  const plan = planLabel(i18next.t, skuId);
  return confirm({
    title: i18next.t('plans.whole.title', { plan, amount: formatIn(i18next.language).dollars(quote.total) }),
    body: [i18next.t('plans.whole.body'), ...linesOf(plan, quote)].join('\n'),
    confirm: i18next.t('plans.whole.confirm'),
  });
}
