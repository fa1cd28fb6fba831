import { Select, TextInput } from '@mantine/core';
import type { CustomProfileField } from '@postern/contracts/experience/custom-profile-fields';
import { CheckBox } from '#platform/form/check-box.tsx';

type AskedField = Pick<CustomProfileField, 'type' | 'config'>;

type ProfileInputProps = {
  label: string;
  /** The profile field of the tenant, if there is one. */
  asked?: AskedField;
  value: unknown;
  onChange: (value: unknown) => void;
};

/** A JSON value as text for a text field. */
const textOf = (value: unknown): string => {
  if (value === undefined || value === null) {
    return '';
  }
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
};

/** One profile value, with the input type of its field. Administrators may enter values that its rules reject. */
export function ProfileInput({ label, asked, value, onChange }: ProfileInputProps) {
  const { type = 'Text', config } = asked ?? {};
  const text = textOf(value);
  if (type === 'Checkbox') {
    return <CheckBox label={label} checked={value === true || value === 'true'} onCheck={onChange} />;
  }
  if (type === 'Select') {
    const options = config?.options?.map((option) => ({ value: option.value, label: option.label || option.value }));
    const isOdd = text !== '' && !options?.some((option) => option.value === text);
    return (
      <Select
        label={label}
        data={[...(options ?? []), ...(isOdd ? [{ value: text, label: text }] : [])]}
        value={text || null}
        onChange={(chosen) => onChange(chosen ?? undefined)}
        clearable
      />
    );
  }
  const isNumber = type === 'Number';
  return (
    <TextInput
      label={label}
      type={isNumber ? 'number' : 'text'}
      inputMode={type === 'Url' ? 'url' : undefined}
      placeholder={config?.placeholder || (type === 'Date' ? config?.customFormat || config?.format : undefined)}
      value={text}
      onChange={({ currentTarget }) => {
        const given = currentTarget.value;
        onChange(isNumber && given !== '' ? currentTarget.valueAsNumber : given);
      }}
      autoComplete="off"
    />
  );
}
