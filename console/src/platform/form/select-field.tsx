import { Select } from '@mantine/core';
import { type Control, type FieldValues, type Path, useController } from 'react-hook-form';
import { FieldError } from './field-error.tsx';
import { ReadValue } from './read-value.tsx';
import { useReadView } from './read-view.ts';

type SelectFieldProps<Values extends FieldValues, Output> = {
  control: Control<Values, unknown, Output>;
  name: Path<Values>;
  label: string;
  choices: readonly { value: string; label: string }[];
  help?: string;
  disabled?: boolean;
  autoFocus?: boolean;
  width?: number;
};

/** One of a few options, with label, help and error. */
export function SelectField<Values extends FieldValues, Output>(props: SelectFieldProps<Values, Output>) {
  const { field, fieldState } = useController({ control: props.control, name: props.name });
  if (useReadView()) {
    const chosen = props.choices.find(({ value }) => value === field.value);
    return <ReadValue label={props.label} help={props.help} value={chosen?.label ?? String(field.value ?? '')} />;
  }
  return (
    <Select
      ref={field.ref}
      name={field.name}
      label={props.label}
      description={props.help}
      data={[...props.choices]}
      value={field.value}
      onChange={(value) => value !== null && field.onChange(value)}
      onBlur={field.onBlur}
      error={fieldState.error?.message && <FieldError message={fieldState.error.message} />}
      disabled={props.disabled}
      allowDeselect={false}
      maxDropdownHeight={320}
      maw={props.width}
      comboboxProps={{ transitionProps: { transition: 'fade', duration: 120 } }}
      data-autofocus={props.autoFocus || undefined}
    />
  );
}
