import { Textarea } from '@mantine/core';
import { type Control, type FieldValues, type Path, useController } from 'react-hook-form';
import { FieldError } from './field-error.tsx';
import { FieldLabel } from './field-label.tsx';
import classes from './form.module.css';
import { ReadValue } from './read-value.tsx';
import { useReadView } from './read-view.ts';

type TextAreaFieldProps<Values extends FieldValues, Output> = {
  control: Control<Values, unknown, Output>;
  name: Path<Values>;
  label: string;
  rows: number;
  optional?: boolean;
  help?: string;
  placeholder?: string;
  mono?: boolean;
};

/** Several lines of text, with label, help and error. */
export function TextAreaField<Values extends FieldValues, Output>(props: TextAreaFieldProps<Values, Output>) {
  const { field, fieldState } = useController({ control: props.control, name: props.name });
  if (useReadView()) {
    return <ReadValue label={props.label} help={props.help} value={field.value ?? ''} mono={props.mono} isBlock />;
  }
  return (
    <Textarea
      {...field}
      value={field.value ?? ''}
      label={<FieldLabel label={props.label} optional={props.optional} />}
      description={props.help}
      placeholder={props.placeholder}
      rows={props.rows}
      error={fieldState.error?.message && <FieldError message={fieldState.error.message} />}
      classNames={{ input: props.mono ? (classes.mono ?? '') : '' }}
      autoComplete="off"
      spellCheck={props.mono ? false : undefined}
    />
  );
}
