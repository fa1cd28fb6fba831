import { useDebouncedValue } from '@mantine/hooks';
import { normalizeEmail } from '@postern/contracts/normalize';
import { usersApi } from '@postern/contracts/people/users';
import { type Control, type FieldValues, type Path, useController } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { useReadPage } from '#platform/client/use-read.ts';
import { TextField } from '#platform/form/text-field.tsx';
import { identifierFields } from './identifier-fields.ts';
import { labelOf } from './shared/label.ts';

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
  const problem = useTakenNotice(field, input.value, { ownId, isChanged: fieldState.isDirty });
  return <TextField {...props} name={name} problem={problem} />;
}

const typingPause = 400;

/** While an identifier is typed: the user who already has it. The server makes the final decision on save. */
function useTakenNotice(
  field: keyof typeof identifierFields,
  text: string,
  { ownId, isChanged }: { ownId: string | undefined; isChanged: boolean },
): string | undefined {
  const { t } = useTranslation();
  const given = identifierFields[field].safeParse(text).data ?? '';
  const wanted = field === 'primaryEmail' ? normalizeEmail(given) : given;
  const [settled] = useDebouncedValue(wanted, typingPause);
  const isAsked = isChanged && wanted !== '' && settled === wanted;
  const query = {
    [`search.${field}`]: wanted,
    [`mode.${field}`]: 'exact',
    isCaseSensitive: 'true',
    page: '1',
    page_size: '1',
  };
  const read = useReadPage(usersApi.list, { query }, { enabled: isAsked, quiet: true, keep: false, staleTime: 10_000 });
  const owner = isAsked ? read.data?.items.find(({ id }) => id !== ownId) : undefined;
  return owner && t('userDetails.taken', { name: labelOf(owner) });
}
