import { Select } from '@mantine/core';
import { type Control, type FieldValues, type Path, useController } from 'react-hook-form';
import { FieldError } from './field-error.tsx';

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
