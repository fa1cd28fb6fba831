import { Button, TextInput } from '@mantine/core';
import { IconEye, IconEyeOff, IconPlus, IconX } from '@tabler/icons-react';
import { useState } from 'react';
import { useController, useFieldArray } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { FieldError } from '#platform/form/field-error.tsx';
import formClasses from '#platform/form/form.module.css';
import { IconButton } from '#platform/ui/icon-button.tsx';
import classes from './custom-jwt.module.css';
import type { ScriptControl } from './script-form.ts';

/** Names and values that a script can read; values are masked until revealed. */
export function VariablesPanel({ control }: { control: ScriptControl }) {
  const { t } = useTranslation();
  const { fields, append, remove } = useFieldArray({ control, name: 'variables' });
  return (
    <div className={classes.stack}>
      <p className={classes.panelHelp}>{t('customJwt.variables.help')}</p>
      {fields.length > 0 && (
        <ul className={classes.variables}>
          {fields.map(({ id }, row) => (
            <VariableRow key={id} control={control} row={row} onRemove={() => remove(row)} />
          ))}
        </ul>
      )}
      <div>
        <Button
          variant="default"
          size="xs"
          leftSection={<IconPlus size={16} stroke={2} aria-hidden />}
          onClick={() => append({ name: '', value: '' })}
        >
          {t('customJwt.variables.add')}
        </Button>
      </div>
    </div>
  );
}

type VariableRowProps = { control: ScriptControl; row: number; onRemove: () => void };

function VariableRow({ control, row, onRemove }: VariableRowProps) {
  const { t } = useTranslation();
  const [isShown, setIsShown] = useState(false);
  const name = useController({ control, name: `variables.${row}.name` });
  const value = useController({ control, name: `variables.${row}.value` });
  const what = name.field.value || t('customJwt.variables.row', { row: row + 1 });
  const Eye = isShown ? IconEyeOff : IconEye;
  return (
    <li className={classes.variable}>
      <TextInput
        {...name.field}
        aria-label={t('customJwt.variables.nameLabel', { row: row + 1 })}
        placeholder={t('customJwt.variables.namePlaceholder')}
        error={name.fieldState.error?.message && <FieldError message={name.fieldState.error.message} />}
        classNames={{ input: formClasses.mono ?? '' }}
        autoComplete="off"
        spellCheck={false}
        dir="ltr"
      />
      <TextInput
        {...value.field}
        type={isShown ? 'text' : 'password'}
        aria-label={t('customJwt.variables.valueLabel', { row: row + 1 })}
        placeholder={t('customJwt.variables.valuePlaceholder')}
        error={value.fieldState.error?.message && <FieldError message={value.fieldState.error.message} />}
        classNames={{ input: formClasses.mono ?? '' }}
        rightSection={
          <IconButton
            label={t(isShown ? 'customJwt.variables.hide' : 'customJwt.variables.show', { what })}
            size="small"
            aria-pressed={isShown}
            onClick={() => setIsShown(!isShown)}
          >
            <Eye size={16} stroke={1.5} aria-hidden />
          </IconButton>
        }
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
