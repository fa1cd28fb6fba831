import { Button, TextInput } from '@mantine/core';
import { meApi, meFactorsApi } from '@postern/contracts/account/me';
import type { MfaFactor } from '@postern/contracts/experience/sign-in-experience';
import { IconFingerprint } from '@tabler/icons-react';
import { useState } from 'react';
import { useForm } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { z } from 'zod';
import { showFailure } from '#platform/client/show-failure.ts';
import { useWrite } from '#platform/client/use-write.ts';
import { DialogFrame } from '#platform/feedback/dialog-frame.tsx';
import { showError, showSuccess } from '#platform/feedback/toast.ts';
import { FieldError } from '#platform/form/field-error.tsx';
import { FormDialog } from '#platform/form/form-dialog.tsx';
import { schemaResolver } from '#platform/form/resolver.ts';
import { useSubmit } from '#platform/form/submit.ts';
import { useMe } from '#platform/person.ts';
import { BusyButton } from '#platform/ui/busy-button.tsx';
import { useFactorQuestion } from './ask-factor.ts';
import classes from './profile.module.css';
import { hasPasskeys, requestPasskey } from './request-passkey.ts';

type Shown = Exclude<MfaFactor, 'PhoneVerificationCode'>;

const isShown = (factor: MfaFactor): factor is Shown =>
  factor !== 'PhoneVerificationCode' && (factor !== 'WebAuthn' || hasPasskeys());

/** Asks for a second factor when `withFactor` needs one. */
export function FactorDialog() {
  const question = useFactorQuestion();
  return question && <Factors factors={question.factors.filter(isShown)} settle={question.settle} />;
}

type Settle = { settle: (isVerified: boolean) => void };

function Factors({ factors, settle }: Settle & { factors: Shown[] }) {
  const { t } = useTranslation();
  const [chosen, setChosen] = useState(factors[0]);
  const others = factors.filter((factor) => factor !== chosen);
  const switches = others.length > 0 && (
    <div className={classes.otherFactors}>
      {others.map((factor) => (
        <Button key={factor} variant="quiet" size="xs" onClick={() => setChosen(factor)}>
          {t(`ownProfile.factor.use.${factor}`)}
        </Button>
      ))}
    </div>
  );
  const title = t('ownProfile.factor.title');
  if (chosen === undefined || chosen === 'WebAuthn') {
    return (
      <DialogFrame
        opened
        size="small"
        onClose={() => settle(false)}
        title={title}
        description={t(chosen ? 'ownProfile.factor.why.WebAuthn' : 'ownProfile.factor.why.none')}
        onSubmit={(event) => {
          event.preventDefault();
          event.stopPropagation();
        }}
        footer={
          <>
            <Button variant="default" onClick={() => settle(false)}>
              {t('actions.cancel')}
            </Button>
            {chosen && <PasskeyButton settle={settle} />}
          </>
        }
      >
        {switches}
      </DialogFrame>
    );
  }
  return (
    <CodeForm key={chosen} factor={chosen} settle={settle} title={title}>
      {switches}
    </CodeForm>
  );
}

function PasskeyButton({ settle }: Settle) {
  const { t } = useTranslation();
  const begin = useWrite(meFactorsApi.beginPasskey, { quiet: true });
  const verify = useWrite(meFactorsApi.verifyPasskey, { quiet: true });
  const [isBusy, setBusy] = useState(false);
  const use = async () => {
    setBusy(true);
    try {
      const { verificationRecordId, authenticationOptions } = await begin.mutateAsync({});
      const payload = await requestPasskey(authenticationOptions);
      if (payload) {
        await verify.mutateAsync({ body: { verificationRecordId, payload } });
        settle(true);
        return;
      }
      showError(t('ownProfile.factor.passkeyFailed'), { seconds: 6 });
    } catch (error) {
      showFailure(error);
    }
    setBusy(false);
  };
  return (
    <BusyButton
      leftSection={<IconFingerprint size={16} stroke={1.75} aria-hidden />}
      busy={isBusy}
      onClick={() => void use()}
      data-autofocus
    >
      {t('ownProfile.factor.passkey')}
    </BusyButton>
  );
}

const Code = z.object({ code: z.string().trim().min(1) });

const codes = [
  'session.mfa.invalid_totp_code',
  'session.mfa.invalid_backup_code',
  'session.verification_blocked_too_many_attempts',
  'verification_code.code_mismatch',
  'verification_code.expired',
  'verification_code.exceed_max_try',
  'verification_code.not_found',
];
const landing = { codes: Object.fromEntries(codes.map((code) => [code, 'code' as const])) };

type CodeFormProps = Settle & {
  factor: Exclude<Shown, 'WebAuthn'>;
  title: string;
  children: React.ReactNode;
};

function CodeForm({ factor, settle, title, children }: CodeFormProps) {
  const { t } = useTranslation();
  const { data: me } = useMe();
  const email = factor === 'EmailVerificationCode' ? (me?.primaryEmail ?? undefined) : undefined;
  const form = useForm({ resolver: schemaResolver(Code), defaultValues: { code: '' } });
  const verifyFactor = useWrite(meFactorsApi.verify, { quiet: true });
  const verifyEmail = useWrite(meApi.verifyCode, { quiet: true });
  const submit = useSubmit(
    form,
    async ({ code }) => {
      if (factor === 'EmailVerificationCode') {
        await verifyEmail.mutateAsync({ body: { email: email ?? '', verificationCode: code } });
      } else {
        await verifyFactor.mutateAsync({ body: { type: factor, code } });
      }
      settle(true);
    },
    landing,
  );
  const message = form.formState.errors.code?.message;
  return (
    <FormDialog
      size="small"
      onClose={() => settle(false)}
      title={title}
      description={t(`ownProfile.factor.why.${factor}`)}
      onSubmit={submit}
      busy={form.formState.isSubmitting}
      action={t('ownProfile.continue')}
    >
      <TextInput
        {...form.register('code')}
        label={t(`ownProfile.factor.label.${factor}`)}
        error={message && <FieldError message={message} />}
        classNames={{ input: classes.code ?? '' }}
        inputMode={factor === 'BackupCode' ? 'text' : 'numeric'}
        autoComplete="one-time-code"
        spellCheck={false}
        data-autofocus
      />
      {email && <SendButton email={email} />}
      {children}
    </FormDialog>
  );
}

function SendButton({ email }: { email: string }) {
  const { t } = useTranslation();
  const send = useWrite(meApi.sendCode, {
    onDone: () => showSuccess(t('ownProfile.code.sentAgain', { email })),
  });
  return (
    <BusyButton variant="default" size="xs" busy={send.isPending} onClick={() => send.mutate({ body: { email } })}>
      {t('ownProfile.factor.send', { email })}
    </BusyButton>
  );
}
