import { Button, Select } from '@mantine/core';
import { supportedLanguages } from '@postern/contracts/wire';
import { IconChevronRight, IconPlus } from '@tabler/icons-react';
import { useState } from 'react';
import { type Control, useController } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { languagePath } from '#paths/sign-in-experience.ts';
import { FormCard } from '#platform/detail/form-card.tsx';
import { FieldError } from '#platform/form/field-error.tsx';
import { SwitchField } from '#platform/form/switch-field.tsx';
import { PageLink } from '#platform/router/page-link.tsx';
import { Skeleton } from '#platform/ui/skeleton.tsx';
import { Tag } from '#platform/ui/tag.tsx';
import { nameOfLanguage, useWordings } from '../preview/languages.ts';
import { AddLanguageDialog } from './add-language-dialog.tsx';
import classes from './content.module.css';
import { flatten } from './flatten.ts';
import type { ContentValues } from './form.ts';

export function LanguagesCard({ control }: { control: Control<ContentValues, unknown, ContentValues> }) {
  const { t } = useTranslation();
  const wordings = useWordings();
  const { field, fieldState } = useController({ control, name: 'fallbackLanguage' });
  const [isAdding, setAdding] = useState(false);
  const tags = wordings && [...new Set<string>([...supportedLanguages, ...Object.keys(wordings)])];
  return (
    <FormCard title={t('signInExperience.languages.title')} help={t('signInExperience.languages.help')}>
      <SwitchField
        control={control}
        name="autoDetect"
        label={t('signInExperience.languages.autoDetect')}
        help={t('signInExperience.languages.autoDetectHelp')}
      />
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
