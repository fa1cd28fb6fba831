import { isPaidPlan } from '@postern/contracts/quota';
import type { DueAlert } from './store.ts';

type Facts = Pick<DueAlert, 'metric' | 'threshold' | 'used' | 'quota' | 'tenantName' | 'planId'>;

type Words = {
  subject: Record<DueAlert['metric'], Record<DueAlert['threshold'], string>>;
  used(name: string, used: string, quota: string, what: string): string;
  what: Record<DueAlert['metric'], string>;
  billed: string;
  refused: string;
  larger: string;
  see: string;
};

const english: Words = {
  subject: {
    activeUsers: {
      80: 'Most of your monthly active users are used',
      100: 'Your monthly active users are used up',
    },
    tokens: { 80: 'Most of your tokens of this period are used', 100: 'Your tokens of this period are used up' },
  },
  used: (name, used, quota, what) => `The tenant “${name}” has used ${used} of ${quota} ${what} in this period.`,
  what: { activeUsers: 'monthly active users', tokens: 'tokens' },
  billed: 'What goes beyond the plan is added to the next invoice.',
  refused: 'New tokens are refused until the next period begins, or until you choose a larger plan.',
  larger: 'Choose a larger plan before it runs out.',
  see: 'See what is used:',
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
  refused:
    'Bis zum nächsten Zeitraum, oder bis Sie einen größeren Tarif wählen, werden keine neuen Tokens ausgestellt.',
  larger: 'Wählen Sie rechtzeitig einen größeren Tarif.',
  see: 'So steht es um den Verbrauch:',
};

function consequenceOf(words: Words, { metric, threshold, planId }: Facts): string {
  if (metric === 'tokens' && isPaidPlan(planId)) {
    return words.billed;
  }
  return metric === 'tokens' && threshold === 100 ? words.refused : words.larger;
}

/** The warning in the language of whoever reads it. */
export function wordAlert(facts: Facts, language: string | null, link: string): { subject: string; text: string } {
  const isGerman = /^de\b/i.test(language ?? '');
  const words = isGerman ? german : english;
  const { format } = new Intl.NumberFormat(isGerman ? 'de' : 'en');
  const { metric, threshold, used, quota, tenantName } = facts;
  // Whoever named the tenant wrote it for a list, not for a letter.
  const name = tenantName.replace(/\s+/g, ' ');
  const first = words.used(name, format(used), format(quota), words.what[metric]);
  return {
    subject: words.subject[metric][threshold],
    text: `${first} ${consequenceOf(words, facts)}\n\n${words.see} ${link}`,
  };
}
