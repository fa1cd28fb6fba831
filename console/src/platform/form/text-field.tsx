import { Textarea, TextInput } from '@mantine/core';
import type { ReactNode } from 'react';
import { type Control, type FieldValues, type Path, useController } from 'react-hook-form';
import { FieldError } from './field-error.tsx';
import { FieldLabel } from './field-label.tsx';
import classes from './form.module.css';

type TextFieldProps<Values extends FieldValues, Output> = {
  control: Control<Values, unknown, Output>;
  name: Path<Values>;
  label: string;
  optional?: boolean;
  help?: string;
  placeholder?: string;
  mono?: boolean;
  autoFocus?: boolean;
  inputMode?: 'url' | 'email' | 'tel' | 'numeric';
  suffix?: ReactNode;
  width?: number;
};

/** One line of text, with its label, help and error. */
export function TextField<Values extends FieldValues, Output>(props: TextFieldProps<Values, Output>) {
  const { field, fieldState } = useController({ control: props.control, name: props.name });
  return (
    <TextInput
      {...field}
      value={field.value ?? ''}
      label={<FieldLabel label={props.label} optional={props.optional} />}
      description={props.help}
      placeholder={props.placeholder}
      error={fieldState.error?.message && <FieldError message={fieldState.error.message} />}
      classNames={{ input: props.mono ? (classes.mono ?? '') : '' }}
      inputMode={props.inputMode}
      rightSection={props.suffix && <span className={classes.suffix}>{props.suffix}</span>}
      rightSectionWidth={props.suffix ? 64 : undefined}
      rightSectionPointerEvents="none"
      maw={props.width}
      autoComplete="off"
      spellCheck={props.mono ? false : undefined}
      data-autofocus={props.autoFocus || undefined}
    />
  );
}

type JsonFieldProps<Values extends FieldValues, Output> = {
  control: Control<Values, unknown, Output>;
  name: Path<Values>;
  label: string;
};

/** JSON as text. Leaving the field tidies it up when it is well-formed; the form's schema tells what is wrong. */
export function JsonField<Values extends FieldValues, Output>({
  control,
  name,
  label,
}: JsonFieldProps<Values, Output>) {
  const { field, fieldState } = useController({ control, name });
  const tidy = () => {
    field.onBlur();
    try {
      const tidied = JSON.stringify(JSON.parse(field.value), null, 2);
      if (tidied !== field.value) {
        field.onChange(tidied);
      }
    } catch {
      // Left as typed.
    }
  };
  return (
    <Textarea
      {...field}
      onBlur={tidy}
      label={<FieldLabel label={label} />}
      error={fieldState.error?.message && <FieldError message={fieldState.error.message} />}
      classNames={{ input: classes.json ?? '' }}
      autosize
      minRows={4}
      maxRows={16}
      spellCheck={false}
      autoComplete="off"
      dir="ltr"
    />
  );
}
