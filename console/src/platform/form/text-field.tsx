import { TextInput } from '@mantine/core';
import { type Control, type FieldValues, type Path, useController } from 'react-hook-form';
import { FieldError } from './field-error.tsx';
import { FieldLabel } from './field-label.tsx';
import classes from './form.module.css';
import { ReadValue } from './read-value.tsx';
import { useReadView } from './read-view.ts';

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
  /** A unit after the value. */
  suffix?: string;
  width?: number;
  /** An error found outside the form; the form's own error takes precedence. */
  problem?: string;
};

/** One line of text, with label, help and error. */
export function TextField<Values extends FieldValues, Output>(props: TextFieldProps<Values, Output>) {
  const { field, fieldState } = useController({ control: props.control, name: props.name });
  const isRead = useReadView();
  const message = fieldState.error?.message ?? props.problem;
  if (isRead) {
    return (
      <ReadValue
        label={props.label}
        help={props.help}
        value={String(field.value ?? '')}
        mono={props.mono}
        after={props.suffix}
      />
    );
  }
  return (
    <TextInput
      {...field}
      value={field.value ?? ''}
      label={<FieldLabel label={props.label} optional={props.optional} />}
      description={props.help}
      placeholder={props.placeholder}
      error={message && <FieldError message={message} />}
      classNames={{ input: props.mono ? (classes.mono ?? '') : '' }}
      inputMode={props.inputMode}
      rightSection={props.suffix && <span className={classes.suffix}>{props.suffix}</span>}
      rightSectionWidth={props.suffix && `calc(${props.suffix.length}ch + 24px)`}
      rightSectionPointerEvents="none"
      maw={props.width}
      // In a text from right to left, the plus would stand at the other end.
      dir={props.inputMode === 'tel' ? 'ltr' : undefined}
      autoComplete="off"
      spellCheck={props.mono ? false : undefined}
      data-autofocus={props.autoFocus || undefined}
    />
  );
}
