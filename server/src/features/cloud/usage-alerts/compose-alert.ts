import { fillSentence } from '@postern/contracts/field-issues';
import { isEnterprisePlan, isPaidPlan } from '@postern/contracts/quota';
import { tameName } from '@postern/contracts/tame-name';
import { serverLanguage, textsIn } from '#platform/i18n/languages';
import usageAlerts from './phrases.en.json' with { type: 'json' };
import type { DueAlert } from './store.ts';

type Facts = Pick<DueAlert, 'metric' | 'threshold' | 'used' | 'quota' | 'tenantName' | 'planId'>;

export const developmentPlan = 'dev';

function consequenceOf(words: typeof usageAlerts, { metric, threshold, planId }: Facts): string {
  if (isEnterprisePlan(planId)) {
    return words.agreed;
  }
  if (metric === 'tokens' && isPaidPlan(planId)) {
    return words.billed;
  }
  const way = planId === developmentPlan ? 'production' : 'plan';
  return threshold === 100 ? words.refused[metric][way] : words.larger[way];
}

/** The warning in the language of the recipient. */
export function composeAlert(facts: Facts, language: string | null, link: string) {
  const chosen = serverLanguage(language ? [language] : []);
  const words = textsIn(chosen, 'cloud.usage-alerts', usageAlerts);
  const { format } = new Intl.NumberFormat(chosen);
  const { metric, threshold, used, quota, tenantName } = facts;
  const values = { name: tameName(tenantName), used: format(used), quota: format(quota) };
  const first = fillSentence(words.used[metric], values);
  const lead = `${first} ${consequenceOf(words, facts)}`;
  const notice = {
    subject: words.subject[metric][threshold],
    text: `${lead}\n\n${words.see}: ${link}`,
    lead,
    action: words.see,
  };
  return { notice, link, locale: chosen };
}
