import { Button, TextInput } from '@mantine/core';
import { IconPlus, IconX } from '@tabler/icons-react';
import { useState } from 'react';
import { type Control, useController, useFieldArray } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { FieldError } from '#platform/form/field-error.tsx';
import formClasses from '#platform/form/form.module.css';
import { IconButton } from '#platform/ui/icon-button.tsx';
import { SecretToggle } from '#platform/ui/secret-toggle.tsx';
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
            <HeaderRow key={id} control={control} row={row} onRemove={() => remove(row)} />
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

type HeaderRowProps = { control: SettingsControl; row: number; onRemove: () => void };

function HeaderRow({ control, row, onRemove }: HeaderRowProps) {
  const { t } = useTranslation();
  const name = useController({ control, name: `headers.${row}.name` });
  const value = useController({ control, name: `headers.${row}.value` });
  // A new row has nothing to hide yet.
  const [isShown, setShown] = useState(value.field.value === '');
  const what = name.field.value || t('webhooks.headers.row', { row: row + 1 });
  return (
    <li className={classes.header}>
      <TextInput
        {...name.field}
        aria-label={t('webhooks.headers.nameLabel', { row: row + 1 })}
        placeholder="Authorization"
        error={name.fieldState.error?.message && <FieldError message={name.fieldState.error.message} />}
        classNames={{ input: formClasses.mono ?? '' }}
        autoComplete="off"
        spellCheck={false}
        dir="ltr"
      />
      <TextInput
        {...value.field}
        type={isShown ? 'text' : 'password'}
        aria-label={t('webhooks.headers.valueLabel', { row: row + 1 })}
        placeholder={t('webhooks.headers.valuePlaceholder')}
        error={value.fieldState.error?.message && <FieldError message={value.fieldState.error.message} />}
        classNames={{ input: formClasses.mono ?? '' }}
        rightSection={<SecretToggle label={what} isShown={isShown} onToggle={() => setShown(!isShown)} />}
        autoComplete="new-password"
        data-1p-ignore
        spellCheck={false}
        dir="ltr"
      />
      <IconButton label={t('actions.remove', { what })} tooltip={false} onClick={onRemove}>
        <IconX size={18} stroke={1.5} aria-hidden />
      </IconButton>
    </li>
  );
}
