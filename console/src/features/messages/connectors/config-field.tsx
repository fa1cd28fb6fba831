import { Select, Switch, Textarea, TextInput } from '@mantine/core';
import type { ConnectorFormItem } from '@postern/contracts/messages/connectors';
import { useState } from 'react';
import { type Control, type Path, useController } from 'react-hook-form';
import { JsonField } from '#platform/form/code-field.tsx';
import { FieldError } from '#platform/form/field-error.tsx';
import { FieldLabel } from '#platform/form/field-label.tsx';
import { ReadSwitch, ReadValue } from '#platform/form/read-value.tsx';
import { useReadView } from '#platform/form/read-view.ts';
import { SecretToggle } from '#platform/ui/secret-toggle.tsx';
import { fieldName, isUntouched } from './config-form.ts';
import type { ConnectorValues } from './connector-form.ts';
import classes from './connectors.module.css';

export type FormControl = Control<ConnectorValues, unknown, ConnectorValues>;
type FieldProps = { control: FormControl; item: ConnectorFormItem };

export function ConfigField({ control, item }: FieldProps) {
  switch (item.type) {
    case 'Switch':
      return <SwitchItem control={control} item={item} />;
    case 'Select':
      return <SelectItem control={control} item={item} items={item.selectItems} />;
    case 'MultiSelect':
      return <ChecksItem control={control} item={item} items={item.selectItems} />;
    case 'Json':
      return <JsonItem control={control} item={item} />;
    case 'MultilineText':
      return <LinesItem control={control} item={item} />;
    default:
      return <TextItem control={control} item={item} />;
  }
}

const nameOf = ({ key }: ConnectorFormItem): Path<ConnectorValues> => `config.${fieldName(key)}`;
const helpOf = ({ description, tooltip }: ConnectorFormItem) => [description, tooltip].filter(Boolean).join(' ');

/** Common properties of a field: value, label, help, error. Labels and help come from the factory. */
function useItem({ control, item }: FieldProps) {
  const { field, fieldState } = useController({ control, name: nameOf(item) });
  return {
    field: { ...field, value: typeof field.value === 'string' ? field.value : '' },
    value: field.value,
    wrapper: {
      label: <FieldLabel label={item.label} optional={!item.required} />,
      description: helpOf(item) || undefined,
      error: fieldState.error?.message && <FieldError message={fieldState.error.message} />,
      placeholder: item.placeholder,
    },
  };
}

/** A text where the form is only read. Credentials are not shown. */
function ReadText(props: FieldProps & { isBlock?: boolean }) {
  const { item, isBlock = false } = props;
  const { field } = useItem(props);
  const isSecret = item.isConfidential === true;
  return (
    <ReadValue
      label={item.label}
      help={helpOf(item)}
      value={field.value}
      mono={isBlock}
      isBlock={isBlock && !isSecret}
      isSecret={isSecret}
    />
  );
}

function TextItem(props: FieldProps) {
  const { item } = props;
  const { field, wrapper } = useItem(props);
  const [isShown, setShown] = useState(!item.isConfidential);
  if (useReadView()) {
    return <ReadText {...props} />;
  }
  return (
    <TextInput
      {...field}
      {...wrapper}
      type={isShown ? 'text' : 'password'}
      inputMode={item.type === 'Number' ? 'decimal' : undefined}
      rightSection={
        item.isConfidential && <SecretToggle label={item.label} isShown={isShown} onToggle={() => setShown(!isShown)} />
      }
      rightSectionPointerEvents="all"
      // Password managers must not offer the administrator's own password here.
      autoComplete={item.isConfidential ? 'new-password' : 'off'}
      spellCheck={false}
    />
  );
}

function LinesItem(props: FieldProps) {
  const { item } = props;
  const { field, wrapper } = useItem(props);
  const [isShown, setShown] = useState(!item.isConfidential || isUntouched(item, field.value));
  if (useReadView()) {
    return <ReadText {...props} isBlock />;
  }
  return (
    <Textarea
      {...field}
      {...wrapper}
      classNames={{ input: classes.lines ?? '' }}
      data-masked={!isShown || undefined}
      rightSection={
        item.isConfidential && <SecretToggle label={item.label} isShown={isShown} onToggle={() => setShown(!isShown)} />
      }
      rightSectionPointerEvents="all"
      autosize
      minRows={2}
      maxRows={12}
      autoComplete="off"
      spellCheck={false}
    />
  );
}

function JsonItem({ control, item }: FieldProps) {
  const { field } = useController({ control, name: nameOf(item) });
  const [isShown, setShown] = useState(!item.isConfidential || isUntouched(item, field.value));
  return (
    <JsonField
      control={control}
      name={nameOf(item)}
      label={item.label}
      optional={!item.required}
      help={helpOf(item) || undefined}
      placeholder={item.placeholder}
      masked={!isShown}
      isSecret={item.isConfidential === true}
      corner={
        item.isConfidential && <SecretToggle label={item.label} isShown={isShown} onToggle={() => setShown(!isShown)} />
      }
    />
  );
}

function SwitchItem({ control, item }: FieldProps) {
  const { field } = useController({ control, name: nameOf(item) });
  if (useReadView()) {
    return <ReadSwitch label={item.label} help={helpOf(item)} isOn={field.value === true} />;
  }
  return (
    <Switch
      ref={field.ref}
      name={field.name}
      checked={field.value === true}
      onChange={(event) => field.onChange(event.currentTarget.checked)}
      onBlur={field.onBlur}
      label={item.label}
      description={helpOf(item)}
    />
  );
}

function SelectItem({ items, ...props }: FieldProps & { items: { value: string; title: string }[] }) {
  const { field, wrapper } = useItem(props);
  if (useReadView()) {
    const chosen = items.find(({ value }) => value === field.value);
    return <ReadValue label={props.item.label} help={wrapper.description} value={chosen?.title ?? field.value} />;
  }
  return (
    <Select
      {...wrapper}
      ref={field.ref}
      name={field.name}
      data={items.map(({ value, title }) => ({ value, label: title }))}
      value={field.value || null}
      onChange={(value) => field.onChange(value ?? '')}
      onBlur={field.onBlur}
      allowDeselect={!props.item.required}
    />
  );
}

function ChecksItem({ items, ...props }: FieldProps & { items: { value: string; title?: string }[] }) {
  const { field, value, wrapper } = useItem(props);
  const chosen = Array.isArray(value) ? value : [];
  if (useReadView()) {
    const titles = items.filter((one) => chosen.includes(one.value)).map((one) => one.title ?? one.value);
    return <ReadValue label={props.item.label} help={wrapper.description} value={titles} />;
  }
  return (
    <fieldset className={classes.checks}>
      <legend>{wrapper.label}</legend>
      {items.map((one, index) => (
        <label key={one.value}>
          <input
            type="checkbox"
            ref={index === 0 ? field.ref : undefined}
            checked={chosen.includes(one.value)}
            onChange={({ currentTarget }) =>
              field.onChange(
                currentTarget.checked ? [...chosen, one.value] : chosen.filter((other) => other !== one.value),
              )
            }
            onBlur={field.onBlur}
          />
          {one.title ?? one.value}
        </label>
      ))}
      {wrapper.error && (
        <div className={classes.checksError} role="alert">
          {wrapper.error}
        </div>
      )}
      {wrapper.description && <p>{wrapper.description}</p>}
    </fieldset>
  );
}
