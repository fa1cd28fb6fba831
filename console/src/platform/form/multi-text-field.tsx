import { Button, TextInput } from '@mantine/core';
import { IconPlus, IconX } from '@tabler/icons-react';
import { type ClipboardEvent, type KeyboardEvent, useId, useRef, useState } from 'react';
import { type Control, type FieldValues, type Path, useController } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { IconButton } from '../ui/icon-button.tsx';
import { FieldError } from './field-error.tsx';
import { FieldLabel } from './field-label.tsx';
import classes from './form.module.css';
import { listErrors } from './list-errors.ts';
import { ReadValue } from './read-value.tsx';
import { useReadView } from './read-view.ts';

type MultiTextFieldProps<Values extends FieldValues, Output> = {
  control: Control<Values, unknown, Output>;
  /** A list of strings. The form gets them trimmed and without empty rows. */
  name: Path<Values>;
  label: string;
  optional?: boolean;
  help?: string;
  placeholder: string;
};

const valuesIn = (rows: readonly string[]) => rows.map((row) => row.trim()).filter(Boolean);
const linesIn = (text: string) => valuesIn(text.split(/[\n\r,]+/));

/** Several values, one per row. Enter moves to a new row; pasted lines fill several rows. */
export function MultiTextField<Values extends FieldValues, Output>(props: MultiTextFieldProps<Values, Output>) {
  const { t } = useTranslation();
  const labelId = useId();
  const box = useRef<HTMLDivElement>(null);
  const { field, fieldState } = useController({ control: props.control, name: props.name });
  const [rows, setRows] = useState<string[]>(field.value);
  const isRead = useReadView();
  // The form was reset: after a save, a discard, or because the object changed.
  if (valuesIn(rows).join('\n') !== field.value.join('\n')) {
    setRows(field.value);
  }
  if (isRead) {
    return <ReadValue label={props.label} help={props.help} value={field.value} mono />;
  }
  const shown = rows.length > 0 ? rows : [''];
  const errors = listErrors(fieldState.error);
  const change = (next: string[], focus?: number) => {
    setRows(next);
    field.onChange(valuesIn(next));
    if (focus !== undefined) {
      requestAnimationFrame(() => box.current?.querySelectorAll('input')[focus]?.focus());
    }
  };
  const remove = (row: number) => change(shown.toSpliced(row, 1), Math.max(row - 1, 0));
  const keyDown = (event: KeyboardEvent, row: number) => {
    if (event.key === 'Enter' && !event.nativeEvent.isComposing) {
      event.preventDefault();
      if (shown[row]) {
        change(shown.toSpliced(row + 1, 0, ''), row + 1);
      }
    } else if (event.key === 'Backspace' && shown[row] === '' && shown.length > 1) {
      event.preventDefault();
      remove(row);
    }
  };
  const paste = (event: ClipboardEvent, row: number) => {
    const lines = linesIn(event.clipboardData.getData('text'));
    if (lines.length > 1) {
      event.preventDefault();
      change(shown.toSpliced(row, shown[row] ? 0 : 1, ...lines), row + lines.length - 1);
    }
  };
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset's legend cannot be laid out like the other labels
    <div ref={box} role="group" aria-labelledby={labelId}>
      <div id={labelId} className={classes.groupLabel}>
        <FieldLabel label={props.label} optional={props.optional} />
      </div>
      <div className={classes.rows}>
        {shown.map((value, row) => {
          const label = t('fields.rowLabel', { label: props.label, row: row + 1 });
          // Empty rows are not in the form, so error indexes skip them.
          const error = value.trim() ? errors.rows[valuesIn(shown.slice(0, row)).length] : undefined;
          return (
            // biome-ignore lint/suspicious/noArrayIndexKey: a row is its place; values may repeat while typing
            <div key={row} className={classes.row}>
              <TextInput
                className={classes.rowInput}
                classNames={{ input: classes.mono ?? '' }}
                ref={row === 0 ? field.ref : undefined}
                aria-label={label}
                placeholder={props.placeholder}
                value={value}
                onChange={(event) => change(shown.toSpliced(row, 1, event.currentTarget.value))}
                onBlur={field.onBlur}
                onKeyDown={(event) => keyDown(event, row)}
                onPaste={(event) => paste(event, row)}
                error={error && <FieldError message={error} />}
                inputMode="url"
                autoComplete="off"
                spellCheck={false}
                dir="ltr"
              />
              {(shown.length > 1 || value !== '') && (
                <IconButton
                  label={t('actions.remove', { what: value || label })}
                  tooltip={false}
                  className={classes.rowRemove}
                  onClick={() => remove(row)}
                >
                  <IconX size={18} stroke={1.5} aria-hidden />
                </IconButton>
              )}
            </div>
          );
        })}
      </div>
      {errors.own && (
        <div className={classes.groupError} role="alert">
          <FieldError message={errors.own} />
        </div>
      )}
      {valuesIn(shown).length > 0 && (
        <Button
          variant="quiet"
          size="xs"
          className={classes.add}
          leftSection={<IconPlus size={16} stroke={2} aria-hidden />}
          onClick={() => change([...shown, ''], shown.length)}
        >
          {t('actions.add')}
        </Button>
      )}
      {props.help && <p className={classes.groupHelp}>{props.help}</p>}
    </div>
  );
}
