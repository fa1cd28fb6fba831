import { agreeToTermsPolicies } from '@postern/contracts/experience/sign-in-experience';
import { type Control, useWatch } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { FormCard } from '#platform/detail/form-card.tsx';
import { SettingsForm } from '#platform/detail/settings-form.tsx';
import { RadioCards } from '#platform/form/radio-cards.tsx';
import { TextField } from '#platform/form/text-field.tsx';
import { usePreviewDraft } from '../preview/draft.tsx';
import { useExperienceForm } from '../shared/experience-form.ts';
import { bodyOf, ContentForm, type ContentValues, draftOf, valuesOf } from './form.ts';
import { LanguagesCard } from './languages-card.tsx';

export function ContentTab() {
  const { form, save } = useExperienceForm({ schema: ContentForm, values: valuesOf, body: bodyOf });
  const typed = useWatch({ control: form.control, compute: (values) => values });
  usePreviewDraft(draftOf(typed), form.formState.isDirty);
  return (
    <SettingsForm form={form} save={save}>
      <TermsCard control={form.control} />
      <LanguagesCard control={form.control} />
      <SupportCard control={form.control} />
    </SettingsForm>
  );
}

function TermsCard({ control }: { control: Control<ContentValues, unknown, ContentValues> }) {
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

function SupportCard({ control }: { control: Control<ContentValues, unknown, ContentValues> }) {
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
