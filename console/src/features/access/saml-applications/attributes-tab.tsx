import { Button, Select, TextInput } from '@mantine/core';
import { type SamlApplication, samlApplicationsApi, samlClaims } from '@postern/contracts/access/saml-applications';
import { IconPlus, IconX } from '@tabler/icons-react';
import { type Control, useController, useFieldArray, useForm } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { applicationPath } from '#paths/applications.ts';
import { useRead } from '#platform/client/use-read.ts';
import { useWrite } from '#platform/client/use-write.ts';
import { Cards } from '#platform/detail/cards.tsx';
import { FormCard, FormCardSkeleton } from '#platform/detail/form-card.tsx';
import { SettingsForm } from '#platform/detail/settings-form.tsx';
import { LoadFailed } from '#platform/feedback/load-failed.tsx';
import { FieldError } from '#platform/form/field-error.tsx';
import { NameValueList } from '#platform/form/name-value-list.tsx';
import { NameValueRow } from '#platform/form/name-value-row.tsx';
import { ReadValue } from '#platform/form/read-value.tsx';
import { useReadView } from '#platform/form/read-view.ts';
import { schemaResolver } from '#platform/form/resolver.ts';
import { useStoredValues } from '#platform/form/stored-values.ts';
import { useSave } from '#platform/form/submit.ts';
import { usePathParams } from '#platform/router/links.ts';
import { isReadOnly } from '#platform/session/read-only.ts';
import { IconButton } from '#platform/ui/icon-button.tsx';
import {
  AttributesForm,
  type AttributesValues,
  attributesLanding,
  attributesOf,
  attributesUpdateOf,
  freeClaim,
} from './attributes-form.ts';
import classes from './saml-applications.module.css';

/** Which attributes the application receives: claims under the names it expects, and texts. */
export function AttributesTab() {
  const { id } = usePathParams(applicationPath);
  const read = useRead(samlApplicationsApi.get, { params: { id } });
  if (read.error && !read.data) {
    return <LoadFailed error={read.error} retry={read.refetch} />;
  }
  return read.data ? (
    <Attributes key={id} application={read.data} />
  ) : (
    <Cards>
      <FormCardSkeleton fields={3} />
    </Cards>
  );
}

function Attributes({ application }: { application: SamlApplication }) {
  const { t } = useTranslation();
  const form = useForm<AttributesValues>({
    resolver: schemaResolver(AttributesForm),
    defaultValues: attributesOf(application),
  });
  const { fields, append, remove } = useFieldArray({ control: form.control, name: 'rows' });
  const update = useWrite(samlApplicationsApi.update, { quiet: true });
  const save = useSave(
    form,
    async (values) =>
      attributesOf(await update.mutateAsync({ params: { id: application.id }, body: attributesUpdateOf(values) })),
    attributesLanding,
  );
  useStoredValues(form, application, attributesOf);
  const free = freeClaim(form.watch('rows'));
  return (
    <SettingsForm form={form} save={save}>
      <FormCard title={t('samlApplications.mapping.title')} help={t('samlApplications.mapping.help')}>
        {fields.length === 0 ? (
          <p className={classes.note}>{t('samlApplications.mapping.note')}</p>
        ) : (
          <ul className={classes.rows}>
            {fields.map(({ id }, index) => (
              <MappingRow key={id} control={form.control} index={index} onRemove={() => remove(index)} />
            ))}
          </ul>
        )}
        {free && !isReadOnly() && (
          <div>
            <Button
              variant="default"
              size="xs"
              leftSection={<IconPlus size={16} stroke={2} aria-hidden />}
              onClick={() => append({ claim: free, attribute: free }, { focusName: `rows.${fields.length}.attribute` })}
            >
              {t('samlApplications.mapping.add')}
            </Button>
          </div>
        )}
      </FormCard>
      <TextsCard control={form.control} />
    </SettingsForm>
  );
}

/** Attributes with a text, which can contain claims. */
function TextsCard({ control }: { control: Control<AttributesValues> }) {
  const { t } = useTranslation();
  const { fields, append, remove } = useFieldArray({ control, name: 'texts' });
  const title = t('samlApplications.texts.title');
  return (
    <FormCard title={title} help={t('samlApplications.texts.help', { example: '{{email}}' })}>
      <NameValueList
        label={title}
        add={t('samlApplications.texts.add')}
        onAdd={() => append({ name: '', value: '' }, { focusName: `texts.${fields.length}.name` })}
      >
        {fields.map(({ id }, index) => {
          const row = t('samlApplications.texts.row', { number: index + 1 });
          return (
            <NameValueRow
              key={id}
              control={control}
              fields={{ name: `texts.${index}.name`, value: `texts.${index}.value` }}
              texts={{
                row,
                nameLabel: `${t('samlApplications.mapping.attribute')}, ${row}`,
                namePlaceholder: 'displayName',
                valueLabel: `${t('samlApplications.texts.value')}, ${row}`,
                valuePlaceholder: '{{given_name}} {{family_name}}',
              }}
              isPlain
              onRemove={() => remove(index)}
            />
          );
        })}
      </NameValueList>
    </FormCard>
  );
}

type MappingRowProps = { control: Control<AttributesValues>; index: number; onRemove: () => void };

function MappingRow({ control, index, onRemove }: MappingRowProps) {
  const { t } = useTranslation();
  const claim = useController({ control, name: `rows.${index}.claim` });
  const attribute = useController({ control, name: `rows.${index}.attribute` });
  const what = t('samlApplications.mapping.row', { number: index + 1 });
  const errorOf = (message: string | undefined) => message && <FieldError message={message} />;
  if (useReadView()) {
    return (
      <li>
        <ReadValue label={claim.field.value} value={attribute.field.value} mono />
      </li>
    );
  }
  return (
    <li className={classes.row}>
      <Select
        ref={claim.field.ref}
        aria-label={`${t('samlApplications.mapping.claim')}, ${what}`}
        data={[...samlClaims]}
        value={claim.field.value}
        onChange={(value) => value !== null && claim.field.onChange(value)}
        onBlur={claim.field.onBlur}
        error={errorOf(claim.fieldState.error?.message)}
        allowDeselect={false}
        searchable
        maxDropdownHeight={320}
      />
      <TextInput
        {...attribute.field}
        aria-label={`${t('samlApplications.mapping.attribute')}, ${what}`}
        placeholder={t('samlApplications.mapping.attributePlaceholder')}
        error={errorOf(attribute.fieldState.error?.message)}
        autoComplete="off"
        spellCheck={false}
        dir="ltr"
      />
      <IconButton label={t('actions.remove', { what })} tooltip={false} onClick={onRemove}>
        <IconX size={18} stroke={1.5} aria-hidden />
      </IconButton>
    </li>
  );
}
