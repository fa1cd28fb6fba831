import { Button, Select } from '@mantine/core';
import { LanguageTag } from '@postern/contracts/experience/custom-phrases';
import { supportedLanguages } from '@postern/contracts/wire';
import { IconChevronRight, IconPlus } from '@tabler/icons-react';
import i18next from 'i18next';
import { useState } from 'react';
import { type Control, useController, useForm, useWatch } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { z } from 'zod';
import { languagePath } from '#paths/sign-in-experience.ts';
import { FormCard } from '#platform/detail/form-card.tsx';
import { FieldError } from '#platform/form/field-error.tsx';
import { FormDialog } from '#platform/form/form-dialog.tsx';
import { ReadValue } from '#platform/form/read-value.tsx';
import { useReadView } from '#platform/form/read-view.ts';
import { schemaResolver } from '#platform/form/resolver.ts';
import { SwitchField } from '#platform/form/switch-field.tsx';
import { TextField } from '#platform/form/text-field.tsx';
import { useGo } from '#platform/router/links.ts';
import { PageLink } from '#platform/router/page-link.tsx';
import { Skeleton } from '#platform/ui/skeleton.tsx';
import { Tag } from '#platform/ui/tag.tsx';
import { nameOfLanguage, useWordings } from '../settings.ts';
import classes from './content.module.css';
import { type ContentValues, flatten } from './form.ts';

export function LanguagesCard({ control }: { control: Control<ContentValues, unknown, ContentValues> }) {
  const { t } = useTranslation();
  const wordings = useWordings();
  const { field, fieldState } = useController({ control, name: 'fallbackLanguage' });
  const [isAdding, setAdding] = useState(false);
  const isRead = useReadView();
  const tags = wordings && [...new Set<string>([...supportedLanguages, ...Object.keys(wordings)])];
  return (
    <FormCard title={t('signInExperience.languages.title')} help={t('signInExperience.languages.help')}>
      <SwitchField
        control={control}
        name="autoDetect"
        label={t('signInExperience.languages.autoDetect')}
        help={t('signInExperience.languages.autoDetectHelp')}
      />
      {isRead ? (
        <ReadValue
          label={t('signInExperience.languages.fallback')}
          help={t('signInExperience.languages.fallbackHelp')}
          value={nameOfLanguage(field.value)}
        />
      ) : (
        <Select
          label={t('signInExperience.languages.fallback')}
          description={t('signInExperience.languages.fallbackHelp')}
          data={(tags ?? [field.value]).map((value) => ({ value, label: nameOfLanguage(value) }))}
          value={field.value}
          onChange={(value) => value && field.onChange(value)}
          onBlur={field.onBlur}
          error={fieldState.error?.message && <FieldError message={fieldState.error.message} />}
          allowDeselect={false}
        />
      )}
      <div>
        <div className={classes.listTitle}>{t('signInExperience.languages.list')}</div>
        {tags ? (
          <ul className={classes.languages}>
            {tags.map((tag) => (
              <LanguageRow key={tag} tag={tag} own={Object.keys(flatten(wordings?.[tag] ?? {})).length} />
            ))}
          </ul>
        ) : (
          <Skeleton width="100%" height={96} />
        )}
        <Button
          variant="default"
          size="xs"
          leftSection={<IconPlus size={16} stroke={2} aria-hidden />}
          onClick={() => setAdding(true)}
        >
          {t('signInExperience.languages.add')}
        </Button>
        {isAdding && <AddLanguageDialog known={tags ?? []} onClose={() => setAdding(false)} />}
      </div>
    </FormCard>
  );
}

function LanguageRow({ tag, own }: { tag: string; own: number }) {
  const { t } = useTranslation();
  return (
    <li>
      <PageLink to={languagePath} params={{ languageTag: tag }} className={classes.language}>
        <span>{nameOfLanguage(tag)}</span>
        <code>{tag}</code>
        {own > 0 && (
          <Tag tone="outline" small>
            {t('signInExperience.languages.own', { count: own })}
          </Tag>
        )}
        <IconChevronRight size={16} stroke={1.5} className="flip" aria-hidden />
      </PageLink>
    </li>
  );
}

const other = 'other';

const AddForm = z
  .object({ chosen: z.string(), tag: z.string().trim() })
  .refine(({ chosen, tag }) => chosen !== other || LanguageTag.safeParse(tag).success, {
    path: ['tag'],
    error: () => i18next.t('signInExperience.languages.tagInvalid'),
  });

type AddLanguageDialogProps = { known: readonly string[]; onClose: () => void };

/** Navigates to the phrases of a new language, which exists once one of them is saved. */
function AddLanguageDialog({ known, onClose }: AddLanguageDialogProps) {
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
      action={t('signInExperience.languages.proceed')}
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
