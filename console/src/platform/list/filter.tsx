import { Menu } from '@mantine/core';
import { IconCheck, IconChevronDown, IconX } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import classes from './toolbar.module.css';

type FilterProps = {
  label: string;
  options: readonly { value: string; label: string }[];
  values: readonly string[];
  onChange: (values: string[]) => void;
};

/** A filter of a list: pick any number of values; a set one reads `Type: Native` and has its own way out. */
export function Filter({ label, options, values, onChange }: FilterProps) {
  const { t, i18n } = useTranslation();
  const chosen = options.filter((option) => values.includes(option.value));
  const isSet = chosen.length > 0;
  const summary = new Intl.ListFormat(i18n.language, { type: 'disjunction', style: 'narrow' }).format(
    chosen.map((option) => option.label),
  );
  return (
    <span className={classes.filterGroup}>
      <Menu
        position="bottom-start"
        width={220}
        closeOnItemClick={false}
        checkIcon={<IconCheck size={16} stroke={2} aria-hidden />}
      >
        <Menu.Target>
          <button type="button" className={classes.filter} data-set={isSet || undefined}>
            {isSet ? (
              <>
                {t('list.filterIs', { filter: label })}
                <span className={`${classes.filterValue} truncate`}>{summary}</span>
              </>
            ) : (
              <>
                {label}
                <IconChevronDown size={16} stroke={1.5} aria-hidden />
              </>
            )}
          </button>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.CheckboxGroup value={[...values]} onChange={onChange}>
            {options.map((option) => (
              <Menu.CheckboxItem key={option.value} value={option.value}>
                {option.label}
              </Menu.CheckboxItem>
            ))}
          </Menu.CheckboxGroup>
        </Menu.Dropdown>
      </Menu>
      {isSet && (
        <button
          type="button"
          className={classes.filterClear}
          aria-label={t('list.clearFilter', { filter: label })}
          onClick={() => onChange([])}
        >
          <IconX size={14} stroke={1.75} aria-hidden />
        </button>
      )}
    </span>
  );
}
