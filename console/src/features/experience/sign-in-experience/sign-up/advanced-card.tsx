import { useTranslation } from 'react-i18next';
import { FormCard } from '#platform/detail/form-card.tsx';
import { SwitchField } from '#platform/form/switch-field.tsx';
import { TextField } from '#platform/form/text-field.tsx';
import type { MethodsForm } from './form.ts';

export function AdvancedCard({ form: { control } }: Pick<MethodsForm, 'form'>) {
  const { t } = useTranslation();
  return (
    <FormCard title={t('signInMethods.advanced.title')} help={t('signInMethods.advanced.help')}>
      <SwitchField
        control={control}
        name="singleSignOnEnabled"
        label={t('signInMethods.advanced.sso')}
        help={t('signInMethods.advanced.ssoHelp')}
      />
      <SwitchField
        control={control}
        name="isRegistrationEnabled"
        label={t('signInMethods.advanced.registration')}
        help={t('signInMethods.advanced.registrationHelp')}
      />
      <TextField
        control={control}
        name="unknownSessionRedirectUrl"
        label={t('signInMethods.advanced.redirect')}
        help={t('signInMethods.advanced.redirectHelp')}
        placeholder="https://app.example.com"
        inputMode="url"
        optional
        mono
      />
    </FormCard>
  );
}
