import { Select } from '@mantine/core';
import { accountFieldAccess } from '@postern/contracts/experience/account-center';
import { type Control, useController } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import classes from '../sign-in-methods.module.css';
import type { AccountField, CenterValues } from './center-form.ts';

type AccessRowsProps = {
  control: Control<CenterValues>;
  /** Shown above the rows if a card has several groups. */
  title?: string;
  fields: readonly AccountField[];
  disabled: boolean;
};

/** Access to parts of the account, one per row. */
export function AccessRows({ control, title, fields, disabled }: AccessRowsProps) {
  return (
    <div>
      {title && <h3 className={classes.groupTitle}>{title}</h3>}
      <div className={classes.accessRows}>
        {fields.map((field) => (
          <AccessRow key={field} control={control} field={field} disabled={disabled} />
        ))}
      </div>
    </div>
  );
}

type AccessRowProps = { control: Control<CenterValues>; field: AccountField; disabled: boolean };

const hasHint = (field: AccountField): field is 'profile' | 'customData' =>
  field === 'profile' || field === 'customData';

function AccessRow({ control, field: name, disabled }: AccessRowProps) {
  const { t } = useTranslation();
  const { field } = useController({ control, name: `fields.${name}` });
  const label = t(`accountCenter.fields.${name}`);
  return (
    <div className={classes.accessRow}>
      <div>
        <div>{label}</div>
        {hasHint(name) && <p className={classes.note}>{t(`accountCenter.hints.${name}`)}</p>}
      </div>
      <Select
        ref={field.ref}
        aria-label={t('accountCenter.accessOf', { field: label })}
        data={accountFieldAccess.map((value) => ({ value, label: t(`accountCenter.access.${value}`) }))}
        // While the switch is off, all rows show Off; their values return with the switch.
        value={disabled ? 'Off' : field.value}
        onChange={(value) => value !== null && field.onChange(value)}
        onBlur={field.onBlur}
        disabled={disabled}
        allowDeselect={false}
        w={140}
        comboboxProps={{ transitionProps: { transition: 'fade', duration: 120 } }}
      />
    </div>
  );
}
