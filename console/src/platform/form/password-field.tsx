import { TextInput } from '@mantine/core';
import { useState } from 'react';
import { type Control, type FieldValues, type Path, useController } from 'react-hook-form';
import { SecretToggle } from '../ui/secret-toggle.tsx';
import { FieldError } from './field-error.tsx';
import { ReadValue } from './read-value.tsx';
import { useReadView } from './read-view.ts';

type PasswordFieldProps<Values extends FieldValues, Output> = {
  control: Control<Values, unknown, Output>;
  name: Path<Values>;
  label: string;
  help?: string;
  /** Password managers fill in a current password but not a new one. */
  autoComplete?: 'new-password' | 'current-password';
  autoFocus?: boolean;
  onEdit?: () => void;
};

/** A password, masked until revealed. */
export function PasswordField<Values extends FieldValues, Output>(props: PasswordFieldProps<Values, Output>) {
  const { field, fieldState } = useController({ control: props.control, name: props.name });
  const [isShown, setShown] = useState(false);
  const isRead = useReadView();
  const message = fieldState.error?.message;
  if (isRead) {
    return <ReadValue label={props.label} help={props.help} value={field.value ?? ''} isSecret />;
  }
  return (
    <TextInput
      {...field}
      onChange={(event) => {
        field.onChange(event);
        props.onEdit?.();
      }}
      type={isShown ? 'text' : 'password'}
      label={props.label}
      description={props.help}
      error={message && <FieldError message={message} />}
      rightSection={<SecretToggle label={props.label} isShown={isShown} onToggle={() => setShown(!isShown)} />}
      rightSectionPointerEvents="all"
      autoComplete={props.autoComplete ?? 'new-password'}
      autoFocus={props.autoFocus}
      spellCheck={false}
    />
  );
}
