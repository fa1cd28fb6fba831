import { type Control, useFieldArray } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { NameValueList } from '#platform/form/name-value-list.tsx';
import { NameValueRow } from '#platform/form/name-value-row.tsx';
import type { SettingsOutput, SettingsValues } from './webhook-form.ts';

type SettingsControl = Control<SettingsValues, unknown, SettingsOutput>;

/** Names and values that each request carries. Values are hidden, because they are often credentials. */
export function HeadersField({ control }: { control: SettingsControl }) {
  const { t } = useTranslation();
  const { fields, append, remove } = useFieldArray({ control, name: 'headers' });
  return (
    <NameValueList
      label={t('webhooks.headers.title')}
      add={t('webhooks.headers.add')}
      onAdd={() => append({ name: '', value: '' })}
    >
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
          onRemove={() => remove(row)}
        />
      ))}
    </NameValueList>
  );
}
