import { meApi } from '@postern/contracts/account/me';
import { Email } from '@postern/contracts/fields';
import i18next from 'i18next';
import { useForm } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { z } from 'zod';
import { verificationCodePath } from '#paths/profile.ts';
import { useWrite } from '#platform/client/use-write.ts';
import { schemaResolver } from '#platform/form/resolver.ts';
import { useSubmit } from '#platform/form/submit.ts';
import { TextField } from '#platform/form/text-field.tsx';
import { useMe } from '#platform/person.ts';
import { BusyButton } from '#platform/ui/busy-button.tsx';
import { useOuterGo } from './action.ts';
import classes from './profile.module.css';
import { StepFrame } from './step-frame.tsx';

const emailForm = (current: string | null | undefined) =>
  z.object({
    email: Email.refine((email) => email !== current, { error: () => i18next.t('ownProfile.email.same') }),
  });

const landing = {
  codes: {
    'connector.rate_limit_exceeded': 'email',
    'request.message_rate_limited': 'email',
    'connector.not_found': 'email',
  },
  field: (path: string) => (path === 'email' ? path : undefined),
} as const;

export function LinkEmailPage() {
  const { t } = useTranslation();
  const go = useOuterGo();
  const { data: me } = useMe();
  const send = useWrite(meApi.sendCode, { quiet: true });
  const form = useForm({ resolver: schemaResolver(emailForm(me?.primaryEmail)), defaultValues: { email: '' } });
  const submit = useSubmit(
    form,
    async ({ email }) => {
      await send.mutateAsync({ body: { email } });
      await go(verificationCodePath, { action: 'changeEmail', email });
    },
    landing,
  );
  const current = me?.primaryEmail;
  return (
    <StepFrame
      title={t(current ? 'ownProfile.email.changeTitle' : 'ownProfile.email.linkTitle')}
      purpose={current ? t('ownProfile.email.changePurpose', { email: current }) : t('ownProfile.email.linkPurpose')}
      onSubmit={submit}
    >
      <TextField
        control={form.control}
        name="email"
        label={t('ownProfile.email.new')}
        placeholder="you@example.com"
        inputMode="email"
        autoFocus
      />
      <div className={classes.stepActions}>
        <BusyButton type="submit" busy={form.formState.isSubmitting}>
          {t('ownProfile.email.send')}
        </BusyButton>
      </div>
    </StepFrame>
  );
}
