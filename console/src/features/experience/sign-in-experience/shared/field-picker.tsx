import type { CustomProfileField } from '@postern/contracts/experience/custom-profile-fields';
import { IconX } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { useReadView } from '#platform/form/read-view.ts';
import { OrderedList } from '#platform/order/ordered-list.tsx';
import { IconButton } from '#platform/ui/icon-button.tsx';
import { AddMenu } from '../method-parts.tsx';
import classes from '../sign-in-methods.module.css';
import { labelOf } from './field-label.ts';

type FieldPickerProps = {
  label: string;
  /** Shown if no field is chosen. */
  none: string;
  add: string;
  fields: readonly CustomProfileField[];
  value: string[];
  onChange: (names: string[]) => void;
};

/** Chooses profile fields and their order. Names that no field has any more are left out. */
export function FieldPicker({ label, none, add, fields, value, onChange }: FieldPickerProps) {
  const { t } = useTranslation();
  const isRead = useReadView();
  const nameOf = (name: string) => {
    const field = fields.find((one) => one.name === name);
    return field ? labelOf(field, t) : name;
  };
  const chosen = value.filter((name) => fields.some((field) => field.name === name));
  const rest = fields.filter(({ name }) => !chosen.includes(name));
  if (isRead && chosen.length > 0) {
    return (
      <ol aria-label={label}>
        {chosen.map((name) => (
          <li key={name}>{nameOf(name)}</li>
        ))}
      </ol>
    );
  }
  return (
    <>
      {chosen.length === 0 && <p className={classes.note}>{none}</p>}
      <OrderedList label={label} items={chosen} keyOf={(name) => name} nameOf={nameOf} onOrder={onChange}>
        {(name) => (
          <div className={classes.item}>
            <span className={classes.itemName}>{nameOf(name)}</span>
            <IconButton
              label={t('actions.remove', { what: nameOf(name) })}
              size="small"
              tooltip={false}
              onClick={() => onChange(chosen.filter((one) => one !== name))}
            >
              <IconX size={16} stroke={1.5} aria-hidden />
            </IconButton>
          </div>
        )}
      </OrderedList>
      {!isRead && (
        <AddMenu
          label={add}
          choices={rest.map((field) => ({ value: field.name, label: labelOf(field, t) }))}
          onAdd={(name) => onChange([...chosen, name])}
        />
      )}
    </>
  );
}
