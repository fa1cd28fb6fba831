import { plansApi, type UseQuote } from '@postern/contracts/cloud/plans';
import type { Tenant } from '@postern/contracts/cloud/tenants';
import { addOnKeys, paidPlanIds } from '@postern/contracts/quota';
import i18next from 'i18next';
import { call } from '#platform/client/call.ts';
import { confirm } from '#platform/feedback/dialogs.ts';
import { formatIn } from '#platform/i18n/format.ts';
import type { PlanUse } from '#platform/plan/parts.ts';

/** Members are billed once they accept; everything else once it exists. */
const bodyOf = (key: PlanUse['key'], { isFlat }: UseQuote) =>
  isFlat ? 'plans.ask.flat' : key === 'tenantMembersLimit' ? 'plans.ask.members' : 'plans.ask.each';

/**
 * Shows how many items exceed the plan and their monthly price, and asks for confirmation. The server computes both by
 * the rules of the bill. True if it is free or the person agrees.
 */
export async function askPrice({ id, planId }: Tenant, { key, count }: PlanUse): Promise<boolean> {
  if (!paidPlanIds.includes(planId) || !addOnKeys.includes(key)) {
    return true;
  }
  const { data: quote } = await call(plansApi.quote, { params: { id }, query: { key, count } }, id);
  if (quote.amount === 0) {
    return true;
  }
  const { dollars, number } = formatIn(i18next.language);
  const words = {
    what: i18next.t(`plans.keys.${key}`),
    count: quote.billed,
    included: number(quote.included),
    used: number(quote.used),
    price: dollars(quote.unitPrice),
    amount: dollars(quote.amount),
  };
  return confirm({
    title: i18next.t('plans.ask.title', words),
    body: i18next.t(bodyOf(key, quote), words),
    confirm: i18next.t('plans.ask.confirm', words),
  });
}
