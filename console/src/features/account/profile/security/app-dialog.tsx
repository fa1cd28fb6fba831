import { TextInput } from '@mantine/core';
import { meSecondFactorsApi } from '@postern/contracts/account/me-security';
import { checkTotp } from '@postern/ui/check-totp.ts';
import { useEffect, useRef } from 'react';
import { useForm } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { z } from 'zod';
import { SecretQrCode } from '#features/people/users/shared/factor-secrets.tsx';
import { useWrite } from '#platform/client/use-write.ts';
import { KeyValues } from '#platform/detail/key-values.tsx';
import { showSuccess } from '#platform/feedback/toast.ts';
import { FieldError } from '#platform/form/field-error.tsx';
import { FormDialog } from '#platform/form/form-dialog.tsx';
import { schemaResolver } from '#platform/form/resolver.ts';
import { useSubmit } from '#platform/form/submit.ts';
import { useStartOver } from '../action.ts';
import classes from '../profile.module.css';

const Code = z.object({ code: z.string().trim().min(1) });

/** Shows the key as QR code and text, and asks for a code: an app without the key would lock its owner out. */
export function AppDialog({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation();
  const startOver = useStartOver({ action: 'security', step: 'addApp' });
  const draw = useWrite(meSecondFactorsApi.drawTotp);
  const add = useWrite(meSecondFactorsApi.add, { quiet: true });
  const form = useForm({ resolver: schemaResolver(Code), defaultValues: { code: '' } });
  const isAsked = useRef(false);
  const { mutate } = draw;
  useEffect(() => {
    if (!isAsked.current) {
      isAsked.current = true;
      mutate({});
    }
  }, [mutate]);
  const secret = draw.data?.secret;
  const submit = useSubmit(form, async ({ code }) => {
    if (!secret || !(await checkTotp(secret, code.replaceAll(/\s/g, '')))) {
      form.setError('code', { message: t('ownSecurity.wrongCode') });
      return;
    }
    await startOver(async () => {
      await add.mutateAsync({ body: { type: 'Totp', secret } });
      showSuccess(t('ownSecurity.added'));
    });
    onClose();
  });
  const message = form.formState.errors.code?.message;
  return (
    <FormDialog
      size="small"
      onClose={onClose}
      title={t('ownSecurity.appTitle')}
      description={t('ownSecurity.appHelp')}
      onSubmit={submit}
      busy={form.formState.isSubmitting}
      disabled={!secret}
      action={t('ownSecurity.setUp')}
    >
      <SecretQrCode src={draw.data?.secretQrCode} alt={t('ownSecurity.qr')} />
      <KeyValues rows={[{ label: t('ownSecurity.key'), value: secret }]} />
      <TextInput
        {...form.register('code')}
        label={t('ownSecurity.code')}
        error={message && <FieldError message={message} />}
        classNames={{ input: classes.code ?? '' }}
        inputMode="numeric"
        autoComplete="one-time-code"
        spellCheck={false}
        data-autofocus
      />
    </FormDialog>
  );
}
