import { Button } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { type Control, useFieldArray } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { NameValueRow } from '#platform/form/name-value-row.tsx';
import type { SettingsOutput, SettingsValues } from './webhook-form.ts';
import classes from './webhooks.module.css';

type SettingsControl = Control<SettingsValues, unknown, SettingsOutput>;

/** Names and values that each request carries. Values are hidden, because they are often credentials. */
export function HeadersField({ control }: { control: SettingsControl }) {
  const { t } = useTranslation();
  const { fields, append, remove } = useFieldArray({ control, name: 'headers' });
  return (
    <div>
      {fields.length > 0 && (
        <ul className={classes.headers} aria-label={t('webhooks.headers.title')}>
          {fields.map(({ id }, row) => (
            <NameValueRow
              key={id}
              control={control}
              fields={{ name: `headers.${row}.name`, value: `headers.${row}.value` }}
              texts={{
                row: t('webhooks.headers.row', { row: row + 1 }),
                nameLabel: t('webhooks.headers.nameLabel', { row: row + 1 }),
                namePlaceholder: 'Authorization',
                valueLabel: t('webhooks.headers.valueLabel', { row: row + 1 }),
                valuePlaceholder: t('webhooks.headers.valuePlaceholder'),
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
        {t('webhooks.headers.add')}
      </Button>
    </div>
  );
}
