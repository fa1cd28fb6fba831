import { meApi } from '@postern/contracts/account/me';
import type { UserInfo } from '@postern/contracts/experience/guessable';
import { judge, type Rule, readIssues } from '@postern/contracts/experience/judge-password';
import {
  type PasswordIssue,
  type PasswordPolicy,
  wellKnownApi,
} from '@postern/contracts/experience/sign-in-experience';
import { IconCheck, IconCircle, IconX } from '@tabler/icons-react';
import i18next from 'i18next';
import { useState } from 'react';
import { useForm } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { z } from 'zod';
import { profilePath } from '#paths/profile.ts';
import { RequestError } from '#platform/client/request-error.ts';
import { useRead } from '#platform/client/use-read.ts';
import { useWrite } from '#platform/client/use-write.ts';
import { showSuccess } from '#platform/feedback/toast.ts';
import { PasswordField } from '#platform/form/password-field.tsx';
import { schemaResolver } from '#platform/form/resolver.ts';
import { useSubmit } from '#platform/form/submit.ts';
import { useMe } from '#platform/person.ts';
import { BusyButton } from '#platform/ui/busy-button.tsx';
import { forgetProof, useOuterGo, useStartOver } from './action.ts';
import classes from './profile.module.css';
import { StepFrame } from './step-frame.tsx';

const passwordForm = (policy: PasswordPolicy | undefined, about: UserInfo) =>
  z.object({ password: z.string().min(1), confirm: z.string() }).superRefine(({ password, confirm }, context) => {
    const isRefused = policy !== undefined && isBroken(password, policy, about);
    if (isRefused) {
      context.addIssue({ code: 'custom', path: ['password'], message: i18next.t('ownProfile.password.rulesBroken') });
    } else if (confirm !== password) {
      context.addIssue({ code: 'custom', path: ['confirm'], message: i18next.t('ownProfile.password.differs') });
    }
  });

export function ChangePasswordPage() {
  const { t } = useTranslation();
  const { data: me } = useMe();
  // The password policy of the console's sign-in; it is public.
  const { data: experience } = useRead(wellKnownApi.signInExperience, {}, { quiet: true, staleTime: 300_000 });
  const policy = experience?.passwordPolicy;
  const about = { name: me?.name, username: me?.username, email: me?.primaryEmail, phone: me?.primaryPhone };
  const [issues, setIssues] = useState<PasswordIssue[]>([]);
  const form = useForm({
    resolver: schemaResolver(passwordForm(policy, about)),
    defaultValues: { password: '', confirm: '' },
  });
  const change = useChangePassword();
  const submit = useSubmit(form, async ({ password }) => {
    const found = await change(password);
    if (found) {
      setIssues(found);
      form.setError('password', { message: t('ownProfile.password.rejected') }, { shouldFocus: true });
    }
  });
  const isNew = me?.hasPassword !== true;
  return (
    <StepFrame
      title={t(isNew ? 'ownProfile.password.setTitle' : 'ownProfile.password.changeTitle')}
      purpose={t('ownProfile.password.purpose')}
      onSubmit={submit}
    >
      <div>
        <PasswordField
          control={form.control}
          name="password"
          label={t('ownProfile.password.new')}
          onEdit={() => setIssues([])}
          autoFocus
        />
        {policy && (
          <PasswordRules
            typed={form.watch('password')}
            policy={policy}
            about={about}
            issues={issues}
            isTried={form.formState.errors.password !== undefined}
          />
        )}
      </div>
      <PasswordField control={form.control} name="confirm" label={t('ownProfile.password.confirm')} />
      <div className={classes.stepActions}>
        <BusyButton type="submit" busy={form.formState.isSubmitting}>
          {t(isNew ? 'ownProfile.password.set' : 'ownProfile.password.change')}
        </BusyButton>
      </div>
    </StepFrame>
  );
}

/** Changes the password and navigates back; returns the issues found by the server, if any. */
function useChangePassword() {
  const { t } = useTranslation();
  const go = useOuterGo();
  const write = useWrite(meApi.setPassword, {
    quiet: true,
    onDone: async () => {
      forgetProof();
      showSuccess(t('ownProfile.password.changed'));
      await go(profilePath, {}, true);
    },
  });
  const startOver = useStartOver({ action: 'changePassword' });
  return async (password: string): Promise<PasswordIssue[] | undefined> => {
    try {
      await startOver(() => write.mutateAsync({ body: { password } }));
      return undefined;
    } catch (error) {
      if (error instanceof RequestError && error.code === 'password.rejected') {
        const { data } = error.body ?? {};
        return readIssues(typeof data === 'object' && data !== null && 'issues' in data ? data.issues : undefined);
      }
      throw error;
    }
  };
}

const isBroken = (password: string, policy: PasswordPolicy, about: UserInfo) =>
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
function PasswordRules({ typed, policy, about, issues, isTried }: PasswordRulesProps) {
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
