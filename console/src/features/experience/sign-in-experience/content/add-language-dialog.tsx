import { Select } from '@mantine/core';
import { LanguageTag } from '@postern/contracts/experience/custom-phrases';
import { supportedLanguages } from '@postern/contracts/wire';
import i18next from 'i18next';
import { useForm, useWatch } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { z } from 'zod';
import { languagePath } from '#paths/sign-in-experience.ts';
import { FormDialog } from '#platform/form/form-dialog.tsx';
import { schemaResolver } from '#platform/form/resolver.ts';
import { TextField } from '#platform/form/text-field.tsx';
import { useGo } from '#platform/router/links.ts';
import { nameOfLanguage } from '../preview/languages.ts';

const other = 'other';

const AddForm = z
  .object({ chosen: z.string(), tag: z.string().trim() })
  .refine(({ chosen, tag }) => chosen !== other || LanguageTag.safeParse(tag).success, {
    path: ['tag'],
    error: () => i18next.t('signInExperience.languages.tagInvalid'),
  });

type AddLanguageDialogProps = { known: readonly string[]; onClose: () => void };

/** Navigates to the phrases of a new language, which exists once one of them is saved. */
export function AddLanguageDialog({ known, onClose }: AddLanguageDialogProps) {
  const { t } = useTranslation();
  const go = useGo();
  const free = supportedLanguages.filter((tag) => !known.includes(tag));
  const form = useForm({
    resolver: schemaResolver(AddForm),
    defaultValues: { chosen: free[0] ?? other, tag: '' },
  });
  const chosen = useWatch({ control: form.control, name: 'chosen' });
  const submit = form.handleSubmit(async ({ chosen: picked, tag }) => {
    onClose();
    await go(languagePath, { languageTag: picked === other ? tag : picked });
  });
  return (
    <FormDialog
      size="small"
      onClose={onClose}
      title={t('signInExperience.languages.add')}
      description={t('signInExperience.languages.addHelp')}
      onSubmit={submit}
      busy={false}
      action={t('signInExperience.languages.goOn')}
    >
      <Select
        label={t('signInExperience.languages.language')}
        data={[
          ...free.map((value) => ({ value: String(value), label: `${nameOfLanguage(value)} (${value})` })),
          { value: other, label: t('signInExperience.languages.other') },
        ]}
        value={chosen}
        onChange={(value) => value && form.setValue('chosen', value)}
        allowDeselect={false}
        searchable
        data-autofocus
      />
      {chosen === other && (
        <TextField
          control={form.control}
          name="tag"
          label={t('signInExperience.languages.tag')}
          help={t('signInExperience.languages.tagHelp')}
          placeholder="nl-BE"
          mono
        />
      )}
    </FormDialog>
  );
}
