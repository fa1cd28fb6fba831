import { meApi } from '@postern/contracts/account/me';
import { Navigate } from '@tanstack/react-router';
import { useForm } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { z } from 'zod';
import { profilePath, verificationCodePath } from '#paths/profile.ts';
import { useWrite } from '#platform/client/use-write.ts';
import { PasswordField } from '#platform/form/password-field.tsx';
import { schemaResolver } from '#platform/form/resolver.ts';
import { useSubmit } from '#platform/form/submit.ts';
import { useMe } from '#platform/person.ts';
import { BusyButton } from '#platform/ui/busy-button.tsx';
import { type ProfileAction, pageAfterProof, rememberProof, useAction, useOuterGo } from './action.ts';
import classes from './profile.module.css';
import { StepFrame } from './step-frame.tsx';

const PasswordForm = z.object({ password: z.string().min(1) });

const landing = {
  codes: {
    'session.invalid_credentials': 'password',
    'session.verification_blocked_too_many_attempts': 'password',
  },
} as const;

export function VerifyPasswordPage() {
  const action = useAction();
  return action ? <VerifyPassword action={action} /> : <Navigate to={`/${profilePath.path}`} replace />;
}

function VerifyPassword({ action }: { action: ProfileAction }) {
  const { t } = useTranslation();
  const go = useOuterGo();
  const verify = useWrite(meApi.verifyPassword, { quiet: true });
  const form = useForm({ resolver: schemaResolver(PasswordForm), defaultValues: { password: '' } });
  const submit = useSubmit(
    form,
    async (body) => {
      await verify.mutateAsync({ body });
      rememberProof();
      await go(pageAfterProof(action), action, true);
    },
    landing,
  );
  return (
    <StepFrame
      title={t('ownProfile.verify.title')}
      purpose={t(`ownProfile.verify.why.${action.action}`)}
      onSubmit={submit}
    >
      <PasswordField
        control={form.control}
        name="password"
        label={t('ownProfile.verify.password')}
        autoComplete="current-password"
        autoFocus
      />
      <div className={classes.stepActions}>
        <BusyButton type="submit" busy={form.formState.isSubmitting}>
          {t('ownProfile.continue')}
        </BusyButton>
        <CodeInstead action={action} />
      </div>
    </StepFrame>
  );
}

/** For people who forgot their password: verifies the address instead. */
function CodeInstead({ action }: { action: ProfileAction }) {
  const { t } = useTranslation();
  const go = useOuterGo();
  const { data: me } = useMe();
  const email = me?.primaryEmail;
  const send = useWrite(meApi.sendCode, {
    onDone: (_, { body }) => go(verificationCodePath, { ...action, email: body.email }),
  });
  return (
    email && (
      <BusyButton variant="quiet" busy={send.isPending} onClick={() => send.mutate({ body: { email } })}>
        {t('ownProfile.verify.codeInstead')}
      </BusyButton>
    )
  );
}
