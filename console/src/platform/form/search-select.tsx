import { Select } from '@mantine/core';
import { useDebouncedCallback } from '@mantine/hooks';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { failureMessage } from '../client/show-failure.ts';
import { FieldLabel } from './field-label.tsx';
import classes from './form.module.css';

type Found = { value: string; label: string; note?: string };

type SearchSelectProps = {
  label: string;
  placeholder: string;
  help?: string;
  optional?: boolean;
  chosen: Found | undefined;
  onChoose: (value: string | undefined) => void;
  /** The search results; undefined while loading. */
  found: readonly Found[] | undefined;
  error?: unknown;
  /** Omit if all options are loaded at once: the list is then filtered here. */
  onSearch?: (text: string) => void;
  /** The search is no request, so it follows each key at once. */
  isLocal?: boolean;
};

/** One of many options, found by typing. */
export function SearchSelect({ chosen, found, onSearch, isLocal, ...props }: SearchSelectProps) {
  const { t } = useTranslation();
  const [text, setText] = useState(chosen?.label ?? '');
  const [shown, setShown] = useState(chosen?.label);
  // The selection changed from outside: by the URL, or because its name was loaded.
  if (shown !== chosen?.label) {
    setShown(chosen?.label);
    setText(chosen?.label ?? '');
  }
  const searchLater = useDebouncedCallback((next: string) => onSearch?.(next), 250);
  const search = isLocal ? onSearch : searchLater;
  const change = (next: string) => {
    setText(next);
    search?.(next === chosen?.label ? '' : next.trim());
  };
  const options = [
    ...(chosen && !found?.some(({ value }) => value === chosen.value) ? [chosen] : []),
    ...(found ?? []),
  ];
  const notes = new Map(options.map(({ value, note }) => [value, note]));
  return (
    <Select
      label={<FieldLabel label={props.label} optional={props.optional} />}
      placeholder={props.placeholder}
      description={props.help}
      data={options.map(({ value, label }) => ({ value, label }))}
      value={chosen?.value ?? null}
      onChange={(value) => props.onChoose(value ?? undefined)}
      searchable
      onFocus={(event) => event.currentTarget.select()}
      searchValue={text}
      onSearchChange={change}
      // The server has already searched, also in values that are not shown.
      filter={onSearch ? ({ options: all }) => all : undefined}
      clearable
      clearButtonProps={{ 'aria-label': t('fields.clear', { label: props.label }), variant: 'transparent' }}
      nothingFoundMessage={
        props.error ? failureMessage(props.error) : t(found ? 'list.nothingFound' : 'states.loading')
      }
      renderOption={({ option }) => (
        <span className={classes.option}>
          <span className="truncate">{option.label}</span>
          {notes.get(option.value) && (
            <span className={`${classes.optionNote} truncate`}>{notes.get(option.value)}</span>
          )}
        </span>
      )}
      maxDropdownHeight={280}
      comboboxProps={{ transitionProps: { transition: 'fade', duration: 120 } }}
    />
  );
}
