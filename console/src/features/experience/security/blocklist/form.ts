import { isListable, maxBlocklistEntries } from '@postern/contracts/experience/email-blocklist';
import type { SignInExperience } from '@postern/contracts/experience/sign-in-experience';
import type { UpdateSignInExperience } from '@postern/contracts/experience/sign-in-experience-settings';
import i18next from 'i18next';
import { z } from 'zod';

/** One entry per line. Pasted lists may also separate them with commas, semicolons or spaces. */
export const entriesIn = (text: string) => [...new Set(text.split(/[\s,;]+/).filter(Boolean))];

const shown = 5;
const maxLength = 256;

const entries = z.string().transform((text, context) => {
  const list = entriesIn(text);
  const wrong = list.filter((entry) => entry.length > maxLength || !isListable(entry));
  if (wrong.length > 0) {
    context.addIssue({
      code: 'custom',
      message: i18next.t('security.blocklist.custom.invalid', {
        count: wrong.length,
        entries: wrong
          .slice(0, shown)
          .map((entry) => (entry.length > 60 ? `${entry.slice(0, 60)}…` : entry))
          .join(', '),
      }),
    });
  } else if (list.length > maxBlocklistEntries) {
    context.addIssue({
      code: 'custom',
      message: i18next.t('security.blocklist.custom.tooMany', { max: maxBlocklistEntries, number: list.length }),
    });
  }
  return list;
});

export const BlocklistForm = z.object({
  blockDisposableAddresses: z.boolean(),
  blockSubaddressing: z.boolean(),
  customBlocklist: entries,
  customAllowlist: entries,
});
export type BlocklistValues = z.input<typeof BlocklistForm>;
export type SentBlocklist = z.output<typeof BlocklistForm>;

export const valuesOf = ({
  emailBlocklistPolicy: policy,
}: Pick<SignInExperience, 'emailBlocklistPolicy'>): BlocklistValues => ({
  blockDisposableAddresses: policy.blockDisposableAddresses ?? false,
  blockSubaddressing: policy.blockSubaddressing ?? false,
  customBlocklist: (policy.customBlocklist ?? []).join('\n'),
  customAllowlist: (policy.customAllowlist ?? []).join('\n'),
});

export const bodyOf = (emailBlocklistPolicy: SentBlocklist): UpdateSignInExperience => ({ emailBlocklistPolicy });

export const landing = {
  codes: { 'sign_in_experiences.invalid_custom_email_blocklist_format': 'customBlocklist' },
  field: (path: string) => (['customBlocklist', 'customAllowlist'] as const).find((name) => path.includes(name)),
} as const;
