import { lazy, Suspense } from 'react';
import { type Control, useController } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { FormCard } from '#platform/detail/form-card.tsx';
import { FieldError } from '#platform/form/field-error.tsx';
import { Skeleton } from '#platform/ui/skeleton.tsx';
import type { BrandingValues } from './form.ts';

// The code editor is larger than the rest of the page.
const CssEditor = lazy(async () => ({ default: (await import('./css-editor.tsx')).CssEditor }));

export function CssCard({ control }: { control: Control<BrandingValues, unknown, BrandingValues> }) {
  const { t } = useTranslation();
  const { field, fieldState } = useController({ control, name: 'customCss' });
  return (
    <FormCard title={t('signInExperience.css.title')} help={t('signInExperience.css.help')}>
      <Suspense fallback={<Skeleton width="100%" height={260} />}>
        <CssEditor
          label={t('signInExperience.css.title')}
          value={field.value}
          onChange={field.onChange}
          onBlur={field.onBlur}
        />
      </Suspense>
      {fieldState.error?.message && <FieldError message={fieldState.error.message} />}
    </FormCard>
  );
}
