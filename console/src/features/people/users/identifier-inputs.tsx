import { type Control, type FieldValues, type Path, useController } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { TextField } from '#platform/form/text-field.tsx';
import { useTaken } from './taken.ts';

type Identifiers = { primaryEmail: string; primaryPhone: string; username: string };
type IdentifierInputsProps<Values extends FieldValues, Output> = {
  control: Control<Values, unknown, Output>;
  /** The user's own id; undefined when a user is created. */
  ownId?: string;
  autoFocus?: boolean;
};

/** The identifiers of a user: email, phone and username. Each shows at once if it belongs to another user. */
export function IdentifierInputs<Values extends FieldValues & Identifiers, Output>({
  control,
  ownId,
  autoFocus,
}: IdentifierInputsProps<Values, Output>) {
  const { t } = useTranslation();
  const shared = { control, ownId };
  return (
    <>
      <IdentifierInput
        {...shared}
        field="primaryEmail"
        label={t('users.fields.email')}
        placeholder="maya@example.com"
        inputMode="email"
        autoFocus={autoFocus}
      />
      <IdentifierInput
        {...shared}
        field="primaryPhone"
        label={t('users.fields.phone')}
        placeholder="+46 70 174 06 35"
        inputMode="tel"
      />
      <IdentifierInput {...shared} field="username" label={t('users.fields.username')} placeholder="maya" />
    </>
  );
}

type IdentifierInputProps<Values extends FieldValues, Output> = IdentifierInputsProps<Values, Output> & {
  field: keyof Identifiers;
  label: string;
  placeholder: string;
  inputMode?: 'email' | 'tel';
};

function IdentifierInput<Values extends FieldValues & Identifiers, Output>({
  field,
  ownId,
  ...props
}: IdentifierInputProps<Values, Output>) {
  // The form has fields of these names; its generic type hides that.
  const name = field as Path<Values>;
  const { field: input, fieldState } = useController({ control: props.control, name });
  const problem = useTaken(field, input.value, { ownId, isChanged: fieldState.isDirty });
  return <TextField {...props} name={name} problem={problem} />;
}
