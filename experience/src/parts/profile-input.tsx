import type { CustomProfileField } from '@postern/contracts/experience/custom-profile-fields';
import { useId } from 'react';
import { fill } from '../platform/languages.ts';
import { usePhrases } from '../platform/phrases.ts';
import { Icon } from './icons.tsx';
import { PictureInput } from './picture-input.tsx';
import { hasParts, type Input, inputsOf, labelOf } from './profile-fields.ts';
import { useFieldError, type Values } from './step-form.tsx';
import { Note, TextField } from './text-field.tsx';
import './profile-input.css';

/** A custom profile field: one input, or a group of inputs for its parts. */
export function ProfileInput({ field, start = {} }: { field: CustomProfileField; start?: Values }) {
  const { extraProfile: words } = usePhrases();
  const inputs = inputsOf(field, words);
  if (!hasParts(field)) {
    return inputs.map((input) => <OneInput key={input.key} input={input} start={start[input.key]} />);
  }
  return (
    <fieldset className="parts">
      <legend>{labelOf(field, words)}</legend>
      {field.description && <p className="parts-text">{field.description}</p>}
      {inputs.map((input) => (
        <OneInput key={input.key} input={input} start={start[input.key]} />
      ))}
    </fieldset>
  );
}

/** Autofill tokens (HTML, autofill field names). */
const autoCompletes: Record<string, string> = {
  name: 'name',
  nickname: 'nickname',
  givenName: 'given-name',
  middleName: 'additional-name',
  familyName: 'family-name',
  birthdate: 'bday',
  gender: 'sex',
  website: 'url',
  streetAddress: 'street-address',
  locality: 'address-level2',
  region: 'address-level1',
  postalCode: 'postal-code',
  country: 'country-name',
};

const inputTypes = { Date: 'date', Url: 'url' } as const;
const isTyped = (type: string): type is keyof typeof inputTypes => Object.hasOwn(inputTypes, type);

/** `start` is the initial value; undefined if there is none yet. */
type InputProps = { input: Input; start: string | undefined };

function OneInput({ input, start }: InputProps) {
  const { extraProfile: words } = usePhrases();
  const { key, name, type, description, required, config } = input;
  const label = required || type === 'Checkbox' ? input.label : fill(words.optional, { label: input.label });
  if (type === 'Checkbox') {
    return <CheckboxInput input={input} start={start} />;
  }
  if (name === 'avatar') {
    return <PictureInput name={key} label={label} hint={description} start={start} />;
  }
  if (type === 'Select') {
    return <SelectInput input={input} start={start} label={label} />;
  }
  return (
    <TextField
      name={key}
      label={label}
      hint={description}
      isOptional={!required}
      type={isTyped(type) ? inputTypes[type] : 'text'}
      inputMode={type === 'Number' ? 'decimal' : undefined}
      placeholder={config.placeholder}
      autoComplete={autoCompletes[name] ?? 'off'}
      maxLength={type === 'Url' ? 2048 : 1024}
      defaultValue={start}
    />
  );
}

function SelectInput({ input, start, label }: InputProps & { label: string }) {
  const id = useId();
  const { extraProfile: words } = usePhrases();
  const { key, description, required, config } = input;
  const { error, clear } = useFieldError(key);
  return (
    <div className="field">
      <label htmlFor={id}>{label}</label>
      <div className="input-box">
        <select
          id={id}
          name={key}
          className="input has-end"
          defaultValue={start ?? ''}
          aria-required={required}
          aria-invalid={Boolean(error)}
          aria-describedby={`${id}-note`}
          onChange={clear}
        >
          <option value="">{config.placeholder || words.choose}</option>
          {config.options?.map(({ value, label: text }) => (
            <option key={value} value={value}>
              {text || value}
            </option>
          ))}
        </select>
        <span className="select-arrow">
          <Icon name="chevron-down" />
        </span>
      </div>
      <Note id={`${id}-note`} error={error} hint={description} />
    </div>
  );
}

function CheckboxInput({ input: { key, label, config }, start = config.defaultValue }: InputProps) {
  const id = useId();
  return (
    <div className="check own-check">
      <input type="checkbox" id={id} name={key} defaultChecked={start === 'true'} />
      <label htmlFor={id}>{label}</label>
    </div>
  );
}
