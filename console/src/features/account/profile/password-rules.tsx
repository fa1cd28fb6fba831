import type { UserInfo } from '@postern/contracts/experience/guessable';
import { judge, type Rule } from '@postern/contracts/experience/judge-password';
import type { PasswordIssue, PasswordPolicy } from '@postern/contracts/experience/sign-in-experience';
import { IconCheck, IconCircle, IconX } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import classes from './profile.module.css';

export const isBroken = (password: string, policy: PasswordPolicy, about: UserInfo) =>
  judge(password, policy, about).some(({ met }) => !met);

const phrases = {
  too_short: 'ownProfile.password.rules.too_short',
  too_long: 'ownProfile.password.rules.too_long',
  character_types: 'ownProfile.password.rules.character_types',
  unsupported_characters: 'ownProfile.password.rules.unsupported_characters',
  pwned: 'ownProfile.password.rules.pwned',
  'restricted.repetition': 'ownProfile.password.rules.repetition',
  'restricted.sequence': 'ownProfile.password.rules.sequence',
  'restricted.user_info': 'ownProfile.password.rules.user_info',
  'restricted.words': 'ownProfile.password.rules.words',
} as const;

type PasswordRulesProps = {
  typed: string;
  policy: PasswordPolicy;
  about: UserInfo;
  /** Issues found by the server that cannot be checked in the browser. */
  issues: readonly PasswordIssue[];
  isTried: boolean;
};

/** The password rules, checked while typing. */
export function PasswordRules({ typed, policy, about, issues, isTried }: PasswordRulesProps) {
  const { t } = useTranslation();
  const live = judge(typed, policy, about);
  const known = new Set(live.map(({ code }) => code));
  const found = issues.filter(({ code }) => !known.has(code)).map((issue): Rule => ({ ...issue, met: false }));
  return (
    <ul className={classes.rules} aria-label={t('ownProfile.password.rulesLabel')}>
      {[...live, ...found].map(({ code, interpolation, met }) => {
        const name = code.replace('password_rejected.', '');
        const Icon = met ? IconCheck : isTried ? IconX : IconCircle;
        return (
          <li key={code} data-state={met ? 'met' : isTried ? 'broken' : 'open'}>
            <Icon size={16} stroke={1.75} aria-hidden />
            <span>
              {t(isKnown(name) ? phrases[name] : 'ownProfile.password.rules.other', {
                min: 0,
                max: 0,
                ...interpolation,
              })}
              <span className="sr-only">: {t(met ? 'ownProfile.password.met' : 'ownProfile.password.open')}</span>
            </span>
          </li>
        );
      })}
    </ul>
  );
}

const isKnown = (name: string): name is keyof typeof phrases => name in phrases;
