import { Button } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { useFieldArray } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
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
      {fields.length > 0 && (
        <ul className={classes.headers}>
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
              className={classes.header}
              onRemove={() => remove(row)}
            />
          ))}
        </ul>
      )}
      <Button
        variant="default"
        size="xs"
        leftSection={<IconPlus size={16} stroke={2} aria-hidden />}
        onClick={() => append({ name: '', value: '' })}
      >
        {t('logStreams.headers.add')}
      </Button>
    </fieldset>
  );
}
