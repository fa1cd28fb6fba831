import { agreeToTermsPolicies } from '@postern/contracts/experience/sign-in-experience';
import type { Control } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { FormCard } from '#platform/detail/form-card.tsx';
import { RadioCards } from '#platform/form/radio-cards.tsx';
import { TextField } from '#platform/form/text-field.tsx';
import type { ContentValues } from './form.ts';

export function TermsCard({ control }: { control: Control<ContentValues, unknown, ContentValues> }) {
  const { t } = useTranslation();
  return (
    <FormCard title={t('signInExperience.terms.title')} help={t('signInExperience.terms.help')}>
      <TextField
        control={control}
        name="termsOfUseUrl"
        label={t('signInExperience.terms.terms')}
        placeholder="https://example.com/terms"
        inputMode="url"
        optional
        mono
      />
      <TextField
        control={control}
        name="privacyPolicyUrl"
        label={t('signInExperience.terms.privacy')}
        placeholder="https://example.com/privacy"
        inputMode="url"
        optional
        mono
      />
      <RadioCards
        control={control}
        name="agreeToTermsPolicy"
        label={t('signInExperience.terms.policy')}
        missing={t('fields.required')}
        choices={agreeToTermsPolicies.map((value) => ({
          value,
          label: t(`signInExperience.terms.policies.${value}.label`),
          help: t(`signInExperience.terms.policies.${value}.help`),
        }))}
      />
    </FormCard>
  );
}
