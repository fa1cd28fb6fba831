import { useEffect } from 'react';
import type { UseFormReturn } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { FormCard } from '#platform/detail/form-card.tsx';
import { SwitchField } from '#platform/form/switch-field.tsx';
import classes from './mfa.module.css';
import type { MfaValues } from './mfa-form.ts';

/** Whether the factor is requested only at unusual sign-ins. */
export function AdaptiveCard({ form }: { form: UseFormReturn<MfaValues, unknown, MfaValues> }) {
  const { t } = useTranslation();
  const { control, getValues, setValue } = form;
  const [factors, isOn] = form.watch(['factors', 'adaptive']);
  useEffect(() => {
    // Everybody needs a factor then, so that they are asked to set one up.
    if (isOn && getValues('prompt') === 'NoPrompt') {
      setValue('prompt', 'PromptAtSignInAndSignUp', { shouldDirty: true });
    }
  }, [isOn, getValues, setValue]);
  return (
    <FormCard title={t('mfa.adaptive.title')} help={t('mfa.adaptive.help')}>
      <SwitchField
        control={control}
        name="adaptive"
        label={t('mfa.adaptive.enabled')}
        help={t(factors.length === 0 ? 'mfa.adaptive.noFactors' : 'mfa.adaptive.enabledHelp')}
        disabled={factors.length === 0}
      />
      <p className={classes.help}>{t('mfa.adaptive.proxy')}</p>
    </FormCard>
  );
}
