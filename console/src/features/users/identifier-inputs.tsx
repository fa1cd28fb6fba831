import type { Control, FieldValues, Path } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { TextField } from '#platform/form/text-field.tsx';

type Identifiers = { primaryEmail: string; primaryPhone: string; username: string };
type IdentifierInputsProps<Values extends FieldValues, Output> = {
  control: Control<Values, unknown, Output>;
  autoFocus?: boolean;
};

/** What people sign in with: email, phone and username. */
export function IdentifierInputs<Values extends FieldValues & Identifiers, Output>({
  control,
  autoFocus,
}: IdentifierInputsProps<Values, Output>) {
  const { t } = useTranslation();
  // The form has fields of these names; its generic type hides that.
  const name = (field: keyof Identifiers) => field as Path<Values>;
  return (
    <>
      <TextField
        control={control}
        name={name('primaryEmail')}
        label={t('users.fields.email')}
        placeholder="maya@example.com"
        inputMode="email"
        autoFocus={autoFocus}
      />
      <TextField
        control={control}
        name={name('primaryPhone')}
        label={t('users.fields.phone')}
        placeholder="+46 70 174 06 35"
        inputMode="tel"
      />
      <TextField control={control} name={name('username')} label={t('users.fields.username')} placeholder="maya" />
    </>
  );
}
