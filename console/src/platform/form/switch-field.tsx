import { Switch } from '@mantine/core';
import { type Control, type FieldValues, type Path, useController } from 'react-hook-form';
import { FieldError } from './field-error.tsx';
import { ReadSwitch } from './read-value.tsx';
import { useReadView } from './read-view.ts';

type SwitchFieldProps<Values extends FieldValues, Output> = {
  control: Control<Values, unknown, Output>;
  name: Path<Values>;
  label: string;
  help: string;
  disabled?: boolean;
};

export function SwitchField<Values extends FieldValues, Output>(props: SwitchFieldProps<Values, Output>) {
  const { field, fieldState } = useController({ control: props.control, name: props.name });
  if (useReadView()) {
    return <ReadSwitch label={props.label} help={props.help} isOn={field.value === true} />;
  }
  return (
    <Switch
      ref={field.ref}
      name={field.name}
      checked={field.value}
      onChange={(event) => field.onChange(event.currentTarget.checked)}
      onBlur={field.onBlur}
      label={props.label}
      description={props.help}
      error={fieldState.error?.message && <FieldError message={fieldState.error.message} />}
      disabled={props.disabled ?? false}
    />
  );
}
