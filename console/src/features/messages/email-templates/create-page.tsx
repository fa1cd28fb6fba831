import { Select } from '@mantine/core';
import { LanguageTag } from '@postern/contracts/experience/custom-phrases';
import { emailTemplatesApi, templateTypes } from '@postern/contracts/messages/email-templates';
import { supportedLanguages } from '@postern/contracts/wire';
import { useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import { type Control, useController, useForm } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { passwordlessConnectorsPath } from '#paths/connectors.ts';
import { emailTemplatesPath } from '#paths/email-templates.ts';
import { useRead } from '#platform/client/use-read.ts';
import { useWrite } from '#platform/client/use-write.ts';
import { Breadcrumb } from '#platform/detail/breadcrumb.tsx';
import { Cards } from '#platform/detail/cards.tsx';
import { FormCard } from '#platform/detail/form-card.tsx';
import { useUnsavedGuard } from '#platform/detail/unsaved-guard.ts';
import { showSuccess } from '#platform/feedback/toast.ts';
import { FieldError } from '#platform/form/field-error.tsx';
import { schemaResolver } from '#platform/form/resolver.ts';
import { SearchSelect } from '#platform/form/search-select.tsx';
import { useSubmit } from '#platform/form/submit.ts';
import { PageBody, PageHeader } from '#platform/page/page-header.tsx';
import { useGo } from '#platform/router/links.ts';
import { BusyButton } from '#platform/ui/busy-button.tsx';
import classes from './email-templates.module.css';
import { nameLanguage } from './name-language.ts';
import { TemplateCards } from './template-cards.tsx';
import { landing, newTemplate, TemplateForm, type TemplateValues, templateBody } from './template-form.ts';
import { useBuiltIn } from './use-built-in.ts';

const resolver = schemaResolver(TemplateForm);

/** A new template for a language and a purpose. */
export function CreatePage() {
  const { t } = useTranslation();
  const go = useGo();
  const { language }: { language?: string } = useSearch({ strict: false });
  const { data: existing } = useRead(emailTemplatesApi.list, { query: {} }, { quiet: true });
  const form = useForm({ resolver, defaultValues: newTemplate(language ?? 'en') });
  const save = useWrite(emailTemplatesApi.save, {
    quiet: true,
    onDone: async () => {
      await go(emailTemplatesPath, {}, { force: true });
      showSuccess(t('emailTemplates.created'));
    },
  });
  const submit = useSubmit(
    form,
    async (values) => {
      const isTaken = existing?.some(
        ({ languageTag, templateType }) => languageTag === values.languageTag && templateType === values.templateType,
      );
      if (isTaken) {
        // Saving would replace an existing template.
        form.setError('templateType', { message: t('emailTemplates.fields.purposeTaken') }, { shouldFocus: true });
        return;
      }
      await save.mutateAsync({ body: templateBody(values) });
    },
    landing,
  );
  useBuiltIn(form);
  useUnsavedGuard(form.formState.isDirty);
  return (
    <PageBody>
      <Breadcrumb
        parents={[
          { to: passwordlessConnectorsPath, label: t('nav.connectors') },
          { to: emailTemplatesPath, label: t('nav.emailTemplates') },
        ]}
        current={t('emailTemplates.create')}
      />
      <PageHeader title={t('emailTemplates.create')} purpose={t('emailTemplates.createHelp')} />
      <form onSubmit={submit} noValidate>
        <Cards>
          <FormCard title={t('emailTemplates.place.title')} help={t('emailTemplates.place.help')}>
            <LanguageField control={form.control} />
            <PurposeField control={form.control} />
          </FormCard>
          <TemplateCards control={form.control} help={t('emailTemplates.message.startHelp')} />
        </Cards>
        <div className={classes.end}>
          <BusyButton type="submit" busy={form.formState.isSubmitting}>
            {t('emailTemplates.create')}
          </BusyButton>
        </div>
      </form>
    </PageBody>
  );
}

type FieldProps = { control: Control<TemplateValues, unknown, TemplateValues> };

/** A language by name, or any other by tag. */
function LanguageField({ control }: FieldProps) {
  const { t, i18n } = useTranslation();
  const { field } = useController({ control, name: 'languageTag' });
  const [text, setText] = useState('');
  const optionOf = (value: string) => ({ value, label: nameLanguage(value, i18n.language) });
  const wanted = text.toLocaleLowerCase();
  const found = supportedLanguages.map(optionOf).filter(({ label }) => label.toLocaleLowerCase().includes(wanted));
  const isTag = LanguageTag.safeParse(text).success && !found.some(({ value }) => value === text);
  return (
    <SearchSelect
      label={t('emailTemplates.fields.language')}
      help={t('emailTemplates.fields.languageHelp')}
      placeholder="pt-BR"
      chosen={field.value ? optionOf(field.value) : undefined}
      onChoose={(tag) => tag !== undefined && field.onChange(tag)}
      found={isTag ? [...found, optionOf(text)] : found}
      onSearch={setText}
      isLocal
    />
  );
}

function PurposeField({ control }: FieldProps) {
  const { t } = useTranslation();
  const { field, fieldState } = useController({ control, name: 'templateType' });
  return (
    <Select
      ref={field.ref}
      label={t('emailTemplates.fields.purpose')}
      data={templateTypes.map((value) => ({ value, label: t(`emailTemplates.types.${value}`) }))}
      value={field.value}
      onChange={(value) => value && field.onChange(value)}
      onBlur={field.onBlur}
      allowDeselect={false}
      error={fieldState.error?.message && <FieldError message={fieldState.error.message} />}
    />
  );
}
