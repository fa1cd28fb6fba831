import { TextInput } from '@mantine/core';
import type { ReactNode } from 'react';
import { type Control, type FieldValues, type Path, useController } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import classes from './color-field.module.css';
import { FieldError } from './field-error.tsx';
import { FieldLabel } from './field-label.tsx';
import { ReadValue } from './read-value.tsx';
import { useReadView } from './read-view.ts';

type ColorFieldProps<Values extends FieldValues, Output> = {
  control: Control<Values, unknown, Output>;
  name: Path<Values>;
  label: string;
  optional?: boolean;
  placeholder?: string;
  help?: string;
  /** At the end of the field: a badge or a button. */
  suffix?: ReactNode;
  suffixWidth?: number;
};

const long = /^#[\da-f]{6}$/i;
const short = /^#[\da-f]{3}$/i;

/** The format of the browser's color picker: six digits. */
const pickable = (text: string) =>
  long.test(text) ? text : short.test(text) ? text.replace(/[\da-f]/gi, (digit) => digit + digit) : '#ffffff';

/** A color as text, with the browser's color picker in its swatch. */
export function ColorField<Values extends FieldValues, Output>(props: ColorFieldProps<Values, Output>) {
  const { t } = useTranslation();
  const { field, fieldState } = useController({ control: props.control, name: props.name });
  const isRead = useReadView();
  const text: string = field.value ?? '';
  const isSet = long.test(text) || short.test(text);
  if (isRead) {
    return (
      <ReadValue
        label={props.label}
        help={props.help}
        value={text}
        mono
        before={isSet && <span className={classes.swatch} style={{ background: text }} aria-hidden />}
      />
    );
  }
  return (
    <TextInput
      {...field}
      value={text}
      label={<FieldLabel label={props.label} optional={props.optional} />}
      placeholder={props.placeholder}
      description={props.help}
      rightSection={props.suffix}
      rightSectionWidth={props.suffix ? props.suffixWidth : undefined}
      error={fieldState.error?.message && <FieldError message={fieldState.error.message} />}
      classNames={{ input: classes.input ?? '' }}
      leftSectionPointerEvents="all"
      leftSection={
        <input
          type="color"
          className={classes.swatch}
          data-empty={!isSet || undefined}
          aria-label={t('fields.pickColor', { label: props.label })}
          value={pickable(text)}
          onChange={(event) => field.onChange(event.currentTarget.value.toUpperCase())}
        />
      }
      autoComplete="off"
      spellCheck={false}
      dir="ltr"
    />
  );
}
