import { TextInput } from '@mantine/core';
import type { PasswordIssue } from '@postern/contracts/experience/sign-in-experience';
import { signInExperienceApi } from '@postern/contracts/experience/sign-in-experience-settings';
import { IconCircleCheck, IconCircleX } from '@tabler/icons-react';
import { useState } from 'react';
import { type Control, useWatch } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { useWrite } from '#platform/client/use-write.ts';
import { FormCard } from '#platform/detail/form-card.tsx';
import { BusyButton } from '#platform/ui/busy-button.tsx';
import { SecretToggle } from '#platform/ui/secret-toggle.tsx';
import classes from '../security.module.css';
import { PolicyForm, type PolicyValues, policyOf, type SentPolicy } from './form.ts';

const known = [
  'too_short',
  'too_long',
  'character_types',
  'unsupported_characters',
  'pwned',
  'restricted.repetition',
  'restricted.sequence',
  'restricted.user_info',
  'restricted.words',
] as const;

const nameOf = ({ code }: PasswordIssue) => known.find((name) => code === `password_rejected.${name}`);

/** Checks passwords against the policy as it is shown, saved or not. */
export function TryCard({ control }: { control: Control<PolicyValues, unknown, SentPolicy> }) {
  const { t } = useTranslation();
  const [password, setPassword] = useState('');
  const [isShown, setShown] = useState(true);
  const values = useWatch({ control, compute: (all) => all });
  const attempt = useWrite(signInExperienceApi.tryPassword);
  const policy = PolicyForm.safeParse(values).data;
  const check = () => {
    if (policy && password && !attempt.isPending) {
      attempt.mutate({ body: { password, passwordPolicy: policyOf(policy) } });
    }
  };
  // A result belongs to the password and the policy that were checked.
  const isCurrent =
    attempt.variables?.body.password === password &&
    JSON.stringify(attempt.variables.body.passwordPolicy) === JSON.stringify(policy && policyOf(policy));
  const label = t('security.passwordPolicy.attempt.label');
  return (
    <FormCard title={t('security.passwordPolicy.attempt.title')} help={t('security.passwordPolicy.attempt.help')}>
      <div className={classes.attempt}>
        <TextInput
          type={isShown ? 'text' : 'password'}
          label={label}
          value={password}
          onChange={(event) => setPassword(event.currentTarget.value)}
          onKeyDown={(event) => {
            if (event.key === 'Enter') {
              // Otherwise the browser would submit the settings.
              event.preventDefault();
              check();
            }
          }}
          rightSection={<SecretToggle label={label} isShown={isShown} onToggle={() => setShown(!isShown)} />}
          rightSectionPointerEvents="all"
          maxLength={1024}
          autoComplete="off"
          spellCheck={false}
        />
        <BusyButton variant="default" busy={attempt.isPending} onClick={check} disabled={!policy || !password}>
          {t('security.passwordPolicy.attempt.action')}
        </BusyButton>
      </div>
      <div role="status" className={classes.result}>
        {!policy
          ? t('security.passwordPolicy.attempt.invalidPolicy')
          : attempt.data && isCurrent && <Result issues={attempt.data.issues} />}
      </div>
    </FormCard>
  );
}

function Result({ issues }: { issues: readonly PasswordIssue[] }) {
  const { t } = useTranslation();
  if (issues.length === 0) {
    return (
      <p className={classes.verdict} data-good>
        <IconCircleCheck size={18} stroke={1.5} aria-hidden />
        {t('security.passwordPolicy.attempt.accepted')}
      </p>
    );
  }
  return (
    <>
      <p className={classes.verdict}>
        <IconCircleX size={18} stroke={1.5} aria-hidden />
        {t('security.passwordPolicy.attempt.rejected')}
      </p>
      <ul className={classes.issues}>
        {issues.map((issue) => (
          <li key={issue.code}>
            {t(`security.passwordPolicy.issues.${nameOf(issue) ?? 'other'}`, {
              min: '',
              max: '',
              ...issue.interpolation,
            })}
          </li>
        ))}
      </ul>
    </>
  );
}
