import { TextInput } from '@mantine/core';
import { meApi } from '@postern/contracts/account/me';
import { codeLength } from '@postern/contracts/sign-in/verification-codes';
import { Navigate } from '@tanstack/react-router';
import i18next from 'i18next';
import { useEffect, useState } from 'react';
import { useForm } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { z } from 'zod';
import { profilePath } from '#paths/profile.ts';
import { useWrite } from '#platform/client/use-write.ts';
import { ErrorScreen } from '#platform/feedback/error-screen.tsx';
import { Splash } from '#platform/feedback/screens.tsx';
import { showSuccess } from '#platform/feedback/toast.ts';
import { FieldError } from '#platform/form/field-error.tsx';
import { schemaResolver } from '#platform/form/resolver.ts';
import { useSubmit } from '#platform/form/submit.ts';
import { useMe } from '#platform/person.ts';
import { BusyButton } from '#platform/ui/busy-button.tsx';
import { type ProfileAction, pageAfterProof, rememberProof, useAction, useOuterGo, useStartOver } from './action.ts';
import classes from './profile.module.css';
import { StepFrame } from './step-frame.tsx';

const CodeForm = z.object({
  code: z
    .string()
    .trim()
    .regex(/^\d+$/, { error: () => i18next.t('ownProfile.code.digits', { count: codeLength }) })
    .length(codeLength, { error: () => i18next.t('ownProfile.code.digits', { count: codeLength }) }),
});

const codes = [
  'verification_code.code_mismatch',
  'verification_code.email_mismatch',
  'verification_code.expired',
  'verification_code.exceed_max_try',
  'verification_code.not_found',
  'session.verification_blocked_too_many_attempts',
  'user.email_already_in_use',
];
const landing = { codes: Object.fromEntries(codes.map((code) => [code, 'code' as const])) };

export function VerificationCodePage() {
  const action = useAction();
  const me = useMe();
  if (!action?.email) {
    return <Navigate to={`/${profilePath.path}`} replace />;
  }
  if (me.error && !me.data) {
    return <ErrorScreen error={me.error} />;
  }
  return me.data ? <ShowCode {...action} email={action.email} current={me.data.primaryEmail} /> : <Splash />;
}

type ShowCodeProps = ProfileAction & { email: string; current: string | null };

function ShowCode({ email, current, ...action }: ShowCodeProps) {
  const { t } = useTranslation();
  const form = useForm({ resolver: schemaResolver(CodeForm), defaultValues: { code: '' } });
  const finish = useFinish({ email, current, ...action });
  const verify = useWrite(meApi.verifyCode, { quiet: true });
  const startOver = useStartOver(action);
  const submit = useSubmit(
    form,
    async ({ code }) => {
      await verify.mutateAsync({ body: { email, verificationCode: code } });
      await startOver(finish);
    },
    landing,
  );
  const { error } = form.formState.errors.code ? { error: form.formState.errors.code.message } : {};
  return (
    <StepFrame title={t('ownProfile.code.title')} purpose={t('ownProfile.code.purpose', { email })} onSubmit={submit}>
      <TextInput
        {...form.register('code')}
        label={t('ownProfile.code.label')}
        error={error && <FieldError message={error} />}
        classNames={{ input: classes.code ?? '' }}
        maxLength={codeLength}
        inputMode="numeric"
        autoComplete="one-time-code"
        spellCheck={false}
        autoFocus
      />
      <div className={classes.stepActions}>
        <BusyButton type="submit" busy={form.formState.isSubmitting}>
          {t('ownProfile.continue')}
        </BusyButton>
        <SendAgain email={email} onSent={() => form.reset()} />
      </div>
    </StepFrame>
  );
}

/** A code from the current address verifies the identity; one from a new address sets it. */
function useFinish({ email, current, ...action }: ShowCodeProps) {
  const { t } = useTranslation();
  const go = useOuterGo();
  const update = useWrite(meApi.update, { quiet: true });
  return async () => {
    if (email === current) {
      rememberProof();
      await go(pageAfterProof(action), action, true);
      return;
    }
    await update.mutateAsync({ body: { primaryEmail: email } });
    showSuccess(t('ownProfile.updated'));
    await go(profilePath, {}, true);
  };
}

const resendPause = 60;

/** Sends another code, once the first message has had time to arrive. */
function SendAgain({ email, onSent }: { email: string; onSent: () => void }) {
  const { t } = useTranslation();
  const [left, setLeft] = useState(resendPause);
  const isWaiting = left > 0;
  useEffect(() => {
    if (isWaiting) {
      const timer = setInterval(() => setLeft((seconds) => seconds - 1), 1000);
      return () => clearInterval(timer);
    }
  }, [isWaiting]);
  const send = useWrite(meApi.sendCode, {
    onDone: () => {
      setLeft(resendPause);
      onSent();
      showSuccess(t('ownProfile.code.sentAgain', { email }));
    },
  });
  return (
    <BusyButton
      variant="quiet"
      disabled={isWaiting}
      busy={send.isPending}
      onClick={() => send.mutate({ body: { email } })}
    >
      {isWaiting ? t('ownProfile.code.againIn', { count: left }) : t('ownProfile.code.again')}
    </BusyButton>
  );
}
