import type { UseFormReturn } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { FormCard } from '#platform/detail/form-card.tsx';
import { SelectField } from '#platform/form/select-field.tsx';
import { SwitchField } from '#platform/form/switch-field.tsx';
import classes from './mfa.module.css';
import { type MfaValues, organizationPolicies, prompts } from './mfa-form.ts';

/** When people are asked to set up a factor. The texts describe what the chosen values do. */
export function PolicyCard({ form }: { form: UseFormReturn<MfaValues, unknown, MfaValues> }) {
  const { t } = useTranslation();
  const { control } = form;
  const [factors, isRequired, prompt, organizationPolicy] = form.watch([
    'factors',
    'isRequired',
    'prompt',
    'organizationPolicy',
  ]);
  const isOff = factors.length === 0;
  return (
    <FormCard title={t('mfa.policy.title')} help={t('mfa.policy.help')}>
      {isOff && <p className={classes.help}>{t('mfa.policy.noFactors')}</p>}
      <SwitchField
        control={control}
        name="isRequired"
        label={t('mfa.policy.require')}
        help={t(isRequired && !isOff ? 'mfa.policy.requireOn' : 'mfa.policy.requireOff')}
        disabled={isOff}
      />
      {!isRequired && (
        <SelectField
          control={control}
          name="prompt"
          label={t('mfa.policy.prompt')}
          help={t(`mfa.policy.promptHelp.${isOff ? 'NoPrompt' : prompt}`)}
          choices={prompts.map((value) => ({ value, label: t(`mfa.policy.prompts.${value}`) }))}
          disabled={isOff}
        />
      )}
      <SelectField
        control={control}
        name="organizationPolicy"
        label={t('mfa.policy.organizations')}
        help={t(`mfa.policy.organizationsHelp.${isRequired && !isOff ? 'All' : organizationPolicy}`)}
        choices={organizationPolicies.map((value) => ({ value, label: t(`mfa.policy.organizationPolicies.${value}`) }))}
        disabled={isOff}
      />
    </FormCard>
  );
}
