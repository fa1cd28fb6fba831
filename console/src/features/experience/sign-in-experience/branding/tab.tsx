import { useDebouncedValue } from '@mantine/hooks';
import { useWatch } from 'react-hook-form';
import { SettingsForm } from '#platform/detail/settings-form.tsx';
import { usePreviewDraft } from '../preview/draft.tsx';
import { useExperience, useExperienceForm } from '../settings.ts';
import { ColorsCard } from './colors-card.tsx';
import { CssCard } from './css-card.tsx';
import { CustomUiCard } from './custom-ui-card.tsx';
import { BrandingForm, bodyOf, draftOf, valuesOf } from './form.ts';
import { PicturesCard } from './pictures-card.tsx';

/** Incomplete CSS may break the page, so the preview waits for a pause in typing. */
const cssPause = 400;

export function BrandingTab() {
  const stored = useExperience();
  const { form, save } = useExperienceForm({ schema: BrandingForm, values: valuesOf, body: bodyOf });
  const typed = useWatch({ control: form.control, compute: (values) => values });
  const [customCss] = useDebouncedValue(typed.customCss, cssPause);
  usePreviewDraft(draftOf({ ...typed, customCss }, stored), form.formState.isDirty);
  return (
    <SettingsForm form={form} save={save}>
      <ColorsCard form={form} />
      <PicturesCard control={form.control} />
      <CssCard control={form.control} />
      <CustomUiCard control={form.control} />
    </SettingsForm>
  );
}
