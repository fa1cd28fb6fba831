import { useWatch } from 'react-hook-form';
import { SettingsForm } from '#platform/detail/settings-form.tsx';
import { usePreviewDraft } from '../preview/draft.tsx';
import { useExperienceForm } from '../settings.ts';
import { bodyOf, ContentForm, draftOf, valuesOf } from './form.ts';
import { LanguagesCard } from './languages-card.tsx';
import { SupportCard } from './support-card.tsx';
import { TermsCard } from './terms-card.tsx';

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
