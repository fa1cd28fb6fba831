import { TextInput } from '@mantine/core';
import { useDebouncedCallback } from '@mantine/hooks';
import { IconSearch } from '@tabler/icons-react';
import { Fragment, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { failureMessage } from '../client/show-failure.ts';
import type { Adding } from './filter-chip.tsx';
import classes from './filter-popover.module.css';
import { FilterPopover } from './filter-popover.tsx';

type Found = {
  value: string;
  label: string;
  /** Options with the same one follow each other, below it as their title. */
  group?: string;
};

type FoundFilterProps = Adding & {
  label: string;
  searchLabel: string;
  values: readonly string[];
  /** The names of the values; the value itself while loading. */
  nameOf: (value: string) => string | undefined;
  /** The search results; undefined while loading. */
  found: readonly Found[] | undefined;
  error?: unknown;
  search: string;
  onSearch: (text: string) => void;
  /** The options may be read only from then on. */
  onOpen?: () => void;
  onChange: (values: string[]) => void;
};

/** A filter with many options, such as roles: found by typing, selected one by one. */
export function FoundFilter({ values, nameOf, found, onChange, search, onSearch, error, ...chip }: FoundFilterProps) {
  const { t, i18n } = useTranslation();
  const names = values.map((value) => nameOf(value) ?? value);
  const summary = new Intl.ListFormat(i18n.language, { type: 'disjunction', style: 'narrow' }).format(names);
  // Selected options stay visible whatever is searched.
  const options: Found[] = [
    ...(search === ''
      ? values
          .filter((value) => !found?.some((one) => one.value === value))
          .map((value) => ({ value, label: nameOf(value) ?? value }))
      : []),
    ...(found ?? []),
  ];
  const toggle = (value: string) =>
    onChange(values.includes(value) ? values.filter((one) => one !== value) : [...values, value]);
  return (
    <FilterPopover {...chip} summary={summary || undefined} onClear={() => onChange([])}>
      {() => (
        <>
          <FilterSearch label={chip.searchLabel} onSearch={onSearch} />
          <fieldset className={classes.options} aria-label={chip.label}>
            {options.map(({ value, label, group }, index) => (
              <Fragment key={value}>
                {group !== undefined && group !== options[index - 1]?.group && (
                  <p className={classes.group} aria-hidden>
                    {group}
                  </p>
                )}
                <label className={classes.option}>
                  <input type="checkbox" checked={values.includes(value)} onChange={() => toggle(value)} />
                  <span className="truncate" title={label}>
                    {label}
                  </span>
                </label>
              </Fragment>
            ))}
            {options.length === 0 && (
              <p className={classes.note} role={error ? 'alert' : undefined}>
                {error ? failureMessage(error) : t(found ? 'list.nothingFound' : 'states.loading')}
              </p>
            )}
          </fieldset>
        </>
      )}
    </FilterPopover>
  );
}

function FilterSearch({ label, onSearch }: { label: string; onSearch: (text: string) => void }) {
  const [text, setText] = useState('');
  const search = useDebouncedCallback((next: string) => onSearch(next.trim()), 200);
  return (
    <div className={classes.search}>
      <TextInput
        type="search"
        size="xs"
        aria-label={label}
        placeholder={label}
        value={text}
        onChange={(event) => {
          setText(event.currentTarget.value);
          search(event.currentTarget.value);
        }}
        leftSection={<IconSearch size={16} stroke={1.5} aria-hidden />}
        autoComplete="off"
        data-autofocus
      />
    </div>
  );
}
