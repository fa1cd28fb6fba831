import { Select } from '@mantine/core';
import type { ImportColumn } from '@postern/contracts/people/user-imports';
import { type Control, useController, useWatch } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { FieldError } from '#platform/form/field-error.tsx';
import { leftOut, useFieldChoices } from './field-choices.ts';
import { type FileForm, fieldsTwice } from './file-form.ts';
import classes from './user-jobs.module.css';

type MappingTableProps = { columns: readonly ImportColumn[]; control: Control<FileForm> };

/** Each column of the file, sample values, and its target field. */
export function MappingTable({ columns, control }: MappingTableProps) {
  const { t } = useTranslation();
  return (
    <table className={classes.mapping} aria-label={t('userJobs.mapping.title')}>
      <thead>
        <tr>
          <th>{t('userJobs.mapping.column')}</th>
          <th>{t('userJobs.mapping.examples')}</th>
          <th>{t('userJobs.mapping.field')}</th>
        </tr>
      </thead>
      <tbody>
        {columns.map((column, index) => (
          <tr key={column.name}>
            <td>
              <span className={`${classes.column} truncate`} title={column.name}>
                {column.name}
              </span>
            </td>
            <td>
              <Examples values={column.examples} />
            </td>
            <td>
              <FieldChoice column={column} index={index} control={control} />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function Examples({ values }: { values: readonly string[] }) {
  const { t } = useTranslation();
  const text = values.join(' · ');
  return (
    <span className={`${classes.examples} truncate`} title={text} data-none={values.length === 0 || undefined}>
      {text || t('userJobs.mapping.noExamples')}
    </span>
  );
}

function FieldChoice({ column, index, control }: { column: ImportColumn; index: number; control: Control<FileForm> }) {
  const { t } = useTranslation();
  const { field } = useController({ control, name: `fields.${index}` });
  const choicesOf = useFieldChoices();
  const isTwice = fieldsTwice(useWatch({ control, name: 'fields' })).has(field.value);
  return (
    <Select
      ref={field.ref}
      name={field.name}
      aria-label={t('userJobs.mapping.fieldOf', { name: column.name })}
      data={choicesOf(column)}
      value={field.value}
      onChange={(value) => field.onChange(value ?? leftOut)}
      onBlur={field.onBlur}
      error={isTwice && <FieldError message={t('userJobs.mapping.twice')} />}
      searchable
      allowDeselect={false}
      nothingFoundMessage={t('list.nothingFound')}
      maxDropdownHeight={320}
      comboboxProps={{ transitionProps: { transition: 'fade', duration: 120 } }}
      data-left-out={field.value === leftOut || undefined}
    />
  );
}
