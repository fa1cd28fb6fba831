import type { AgreedCost, CostsNotAgreed } from '@postern/contracts/cloud/plans';
import i18next from 'i18next';
import { confirm } from '#platform/feedback/dialogs.ts';
import { formatIn } from '#platform/i18n/format.ts';

/** Members are billed once they accept; everything else once it exists. */
const phraseOf = ({ key, isFlat }: AgreedCost) =>
  isFlat ? 'plans.ask.flat' : key === 'tenantMembersLimit' ? 'plans.ask.members' : 'plans.ask.each';

function describe(cost: AgreedCost): string {
  const { dollars, number } = formatIn(i18next.language);
  return i18next.t(phraseOf(cost), {
    what: i18next.t(`plans.keys.${cost.key}`),
    count: cost.billed,
    included: number(cost.included),
    used: number(cost.used),
    price: dollars(cost.unitPrice),
    amount: dollars(cost.amount),
  });
}

/** Shows what exceeds the plan and its monthly price, as the server computed it. True if the person agrees. */
export function askCosts({ amount, items }: CostsNotAgreed): Promise<boolean> {
  const words = { amount: formatIn(i18next.language).dollars(amount) };
  return confirm({
    title: i18next.t('plans.ask.title', words),
    body: items.map(describe).join('\n'),
    confirm: i18next.t('plans.ask.confirm', words),
  });
}
