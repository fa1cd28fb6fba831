import { useFieldArray } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { NameValueList } from '#platform/form/name-value-list.tsx';
import { NameValueRow } from '#platform/form/name-value-row.tsx';
import classes from './log-streams.module.css';
import type { StreamControl } from './stream-form.ts';

/** Headers of each request. Stored values are never shown; an empty field keeps them. */
export function HeadersField({ control, stored }: { control: StreamControl; stored: readonly string[] }) {
  const { t } = useTranslation();
  const { fields, append, remove } = useFieldArray({ control, name: 'headers' });
  return (
    <fieldset className={classes.group}>
      <legend>{t('logStreams.headers.title')}</legend>
      <NameValueList
        label={t('logStreams.headers.title')}
        add={t('logStreams.headers.add')}
        onAdd={() => append({ name: '', value: '' })}
      >
        {fields.map(({ id, name }, row) => (
          <NameValueRow
            key={id}
            control={control}
            fields={{ name: `headers.${row}.name`, value: `headers.${row}.value` }}
            texts={{
              row: t('logStreams.headers.row', { row: row + 1 }),
              nameLabel: t('logStreams.headers.nameLabel', { row: row + 1 }),
              namePlaceholder: 'Authorization',
              valueLabel: t('logStreams.headers.valueLabel', { row: row + 1 }),
              valuePlaceholder: stored.includes(name)
                ? t('logStreams.stored')
                : t('logStreams.headers.valuePlaceholder'),
            }}
            onRemove={() => remove(row)}
          />
        ))}
      </NameValueList>
    </fieldset>
  );
}
