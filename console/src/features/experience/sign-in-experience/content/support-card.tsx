import type { Control } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { FormCard } from '#platform/detail/form-card.tsx';
import { TextField } from '#platform/form/text-field.tsx';
import type { ContentValues } from './form.ts';

export function SupportCard({ control }: { control: Control<ContentValues, unknown, ContentValues> }) {
  const { t } = useTranslation();
  return (
    <FormCard title={t('signInExperience.support.title')} help={t('signInExperience.support.help')}>
      <TextField
        control={control}
        name="supportEmail"
        label={t('signInExperience.support.email')}
        placeholder="help@example.com"
        inputMode="email"
        optional
      />
      <TextField
        control={control}
        name="supportWebsiteUrl"
        label={t('signInExperience.support.website')}
        placeholder="https://example.com/help"
        inputMode="url"
        optional
        mono
      />
    </FormCard>
  );
}
