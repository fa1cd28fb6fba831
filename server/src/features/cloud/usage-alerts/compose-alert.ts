import { isEnterprisePlan, isPaidPlan } from '@postern/contracts/quota';
import { tameName } from '@postern/contracts/tame-name';
import type { DueAlert } from './store.ts';

type Facts = Pick<DueAlert, 'metric' | 'threshold' | 'used' | 'quota' | 'tenantName' | 'planId'>;

type Words = {
  subject: Record<DueAlert['metric'], Record<DueAlert['threshold'], string>>;
  used(name: string, used: string, quota: string, what: string): string;
  what: Record<DueAlert['metric'], string>;
  billed: string;
  agreed: string;
  refused: Record<DueAlert['metric'], string>;
  until: Record<'plan' | 'production', string>;
  larger: Record<'plan' | 'production', string>;
  see: string;
};

export const developmentPlan = 'dev';

const english: Words = {
  subject: {
    activeUsers: {
      80: 'You have used most of your monthly active users',
      100: 'You have reached your monthly active user limit',
    },
    tokens: {
      80: 'You have used most of your tokens for this period',
      100: 'You have reached your token limit for this period',
    },
  },
  used: (name, used, quota, what) => `The tenant “${name}” has used ${used} of ${quota} ${what} in this period.`,
  what: { activeUsers: 'monthly active users', tokens: 'tokens' },
  billed: 'Usage above the plan is added to your next invoice.',
  agreed: 'Sign-ins and tokens are not refused. Contact us to raise the limit.',
  refused: {
    activeUsers:
      'People who were already active in this period can still sign in. Others cannot sign in until the next period starts',
    tokens: 'No tokens are issued until the next period starts',
  },
  until: {
    plan: ', or until you choose a larger plan.',
    production: ', or until you convert the tenant to production.',
  },
  larger: {
    plan: 'Choose a larger plan before it runs out.',
    production: 'Convert the tenant to production before it runs out.',
  },
  see: 'See usage',
};

const german: Words = {
  subject: {
    activeUsers: {
      80: 'Ihre monatlich aktiven Nutzer sind zum größten Teil verbraucht',
      100: 'Ihre monatlich aktiven Nutzer sind aufgebraucht',
    },
    tokens: {
      80: 'Ihre Tokens dieses Zeitraums sind zum größten Teil verbraucht',
      100: 'Ihre Tokens dieses Zeitraums sind aufgebraucht',
    },
  },
  used: (name, used, quota, what) =>
    `Der Mandant „${name}“ hat in diesem Zeitraum ${used} von ${quota} ${what} verbraucht.`,
  what: { activeUsers: 'monatlich aktiven Nutzern', tokens: 'Tokens' },
  billed: 'Was über den Tarif hinausgeht, kommt auf die nächste Rechnung.',
  agreed: 'Es wird nichts abgelehnt. Sprechen Sie mit uns über eine größere Grenze.',
  refused: {
    activeUsers:
      'Wer in diesem Zeitraum aktiv war, kann sich weiter anmelden. Alle anderen werden abgelehnt, bis der nächste Zeitraum beginnt',
    tokens: 'Neue Tokens werden nicht ausgestellt, bis der nächste Zeitraum beginnt',
  },
  until: {
    plan: ' oder bis Sie einen größeren Tarif wählen.',
    production: ' oder bis Sie den Mandanten in Produktion überführen.',
  },
  larger: {
    plan: 'Wählen Sie rechtzeitig einen größeren Tarif.',
    production: 'Überführen Sie den Mandanten rechtzeitig in Produktion.',
  },
  see: 'Verbrauch ansehen',
};

function consequenceOf(words: Words, { metric, threshold, planId }: Facts): string {
  if (isEnterprisePlan(planId)) {
    return words.agreed;
  }
  if (metric === 'tokens' && isPaidPlan(planId)) {
    return words.billed;
  }
  const way = planId === developmentPlan ? 'production' : 'plan';
  return threshold === 100 ? words.refused[metric] + words.until[way] : words.larger[way];
}

/** The warning in the language of the recipient. */
export function composeAlert(facts: Facts, language: string | null, link: string) {
  const isGerman = /^de\b/i.test(language ?? '');
  const words = isGerman ? german : english;
  const { format } = new Intl.NumberFormat(isGerman ? 'de' : 'en');
  const { metric, threshold, used, quota, tenantName } = facts;
  const first = words.used(tameName(tenantName), format(used), format(quota), words.what[metric]);
  const lead = `${first} ${consequenceOf(words, facts)}`;
  const notice = {
    subject: words.subject[metric][threshold],
    text: `${lead}\n\n${words.see}: ${link}`,
    lead,
    action: words.see,
  };
  return { notice, link, locale: isGerman ? 'de' : 'en' };
}
