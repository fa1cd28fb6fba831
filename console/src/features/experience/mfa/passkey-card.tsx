import type { UseFormReturn } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { FormCard } from '#platform/detail/form-card.tsx';
import { SwitchField } from '#platform/form/switch-field.tsx';
import { PlanNotice } from '#platform/plan/plan-parts.tsx';
import type { MfaValues } from './mfa-form.ts';

/** Sign-in with a passkey instead of an identifier, and how the first page offers it. */
export function PasskeyCard({ form }: { form: UseFormReturn<MfaValues, unknown, MfaValues> }) {
  const { t } = useTranslation();
  const { control } = form;
  const isOff = !form.watch('passkeySignIn.enabled');
  return (
    <FormCard title={t('mfa.passkeys.title')} help={t('mfa.passkeys.help')}>
      <PlanNotice of={['passkeySignInEnabled']} />
      <SwitchField
        control={control}
        name="passkeySignIn.enabled"
        label={t('mfa.passkeys.enabled')}
        help={t('mfa.passkeys.enabledHelp')}
      />
      <SwitchField
        control={control}
        name="passkeySignIn.showPasskeyButton"
        label={t('mfa.passkeys.button')}
        help={t('mfa.passkeys.buttonHelp')}
        disabled={isOff}
      />
      <SwitchField
        control={control}
        name="passkeySignIn.allowAutofill"
        label={t('mfa.passkeys.autofill')}
        help={t('mfa.passkeys.autofillHelp')}
        disabled={isOff}
      />
    </FormCard>
  );
}
