import { type Control, type FieldValues, useFieldArray } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { NameValueList } from '#platform/form/name-value-list.tsx';
import { NameValueRow } from '#platform/form/name-value-row.tsx';
import classes from './script.module.css';
import type { VariableValues } from './variables.ts';

/** Names and values that a script can read; values are masked until revealed. */
type VariablesPanelProps<Values extends FieldValues & VariableValues, Output> = {
  control: Control<Values, unknown, Output>;
};

export function VariablesPanel<Values extends FieldValues & VariableValues, Output>(
  props: VariablesPanelProps<Values, Output>,
) {
  const { t } = useTranslation();
  // Only the variables of the form are used here.
  const control = props.control as unknown as Control<VariableValues>;
  const { fields, append, remove } = useFieldArray({ control, name: 'variables' });
  return (
    <div className={classes.stack}>
      <p className={classes.panelHelp}>{t('customJwt.variables.help')}</p>
      <NameValueList
        label={t('customJwt.variables.title')}
        add={t('customJwt.variables.add')}
        onAdd={() => append({ name: '', value: '' })}
      >
        {fields.map(({ id }, row) => (
          <NameValueRow
            key={id}
            control={control}
            fields={{ name: `variables.${row}.name`, value: `variables.${row}.value` }}
            texts={{
              row: t('customJwt.variables.row', { row: row + 1 }),
              nameLabel: t('customJwt.variables.nameLabel', { row: row + 1 }),
              namePlaceholder: t('customJwt.variables.namePlaceholder'),
              valueLabel: t('customJwt.variables.valueLabel', { row: row + 1 }),
              valuePlaceholder: t('customJwt.variables.valuePlaceholder'),
            }}
            onRemove={() => remove(row)}
          />
        ))}
      </NameValueList>
    </div>
  );
}
