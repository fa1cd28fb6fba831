import type { UseFormReturn } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { FormCard } from '#platform/detail/form-card.tsx';
import { SwitchField } from '#platform/form/switch-field.tsx';
import { TextField } from '#platform/form/text-field.tsx';
import type { MfaValues } from './mfa-form.ts';

/** Whether people can choose not to be asked for their factor in a browser, and for how long. */
export function TrustedCard({ form }: { form: UseFormReturn<MfaValues, unknown, MfaValues> }) {
  const { t } = useTranslation();
  const { control } = form;
  const [factors, isOn] = form.watch(['factors', 'trustedDevices.enabled']);
  return (
    <FormCard title={t('mfa.trusted.title')} help={t('mfa.trusted.help')}>
      <SwitchField
        control={control}
        name="trustedDevices.enabled"
        label={t('mfa.trusted.enabled')}
        help={t(factors.length === 0 ? 'mfa.trusted.noFactors' : 'mfa.trusted.enabledHelp')}
      />
      {isOn && (
        <TextField
          control={control}
          name="trustedDevices.days"
          label={t('mfa.trusted.days')}
          help={t('mfa.trusted.daysHelp')}
          inputMode="numeric"
          suffix={t('mfa.trusted.unit')}
          width={360}
        />
      )}
    </FormCard>
  );
}
