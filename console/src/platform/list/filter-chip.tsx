import { IconChevronDown, IconX } from '@tabler/icons-react';
import type { ComponentPropsWithRef, ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import classes from './toolbar.module.css';

type FilterButtonProps = ComponentPropsWithRef<'button'> & {
  label: string;
  /** The current value; undefined if the filter is not set. */
  summary?: string;
};

/** The button of a filter: its name, or `Type: Native` when set. */
export function FilterButton({ label, summary, ...rest }: FilterButtonProps) {
  const { t } = useTranslation();
  return (
    <button type="button" {...rest} className={classes.filter} data-set={summary ? true : undefined}>
      {summary ? (
        <>
          {t('list.filterIs', { filter: label })}
          <span className={`${classes.filterValue} truncate`} title={summary}>
            {summary}
          </span>
        </>
      ) : (
        <>
          {label}
          <IconChevronDown size={16} stroke={1.5} aria-hidden />
        </>
      )}
    </button>
  );
}

type FilterGroupProps = { label: string; isSet: boolean; onClear: () => void; children: ReactNode };

/** A filter with a clear button once it is set. */
export function FilterGroup({ label, isSet, onClear, children }: FilterGroupProps) {
  const { t } = useTranslation();
  return (
    <span className={classes.filterGroup}>
      {children}
      {isSet && (
        <button
          type="button"
          className={classes.filterClear}
          aria-label={t('list.clearFilter', { filter: label })}
          onClick={onClear}
        >
          <IconX size={14} stroke={1.75} aria-hidden />
        </button>
      )}
    </span>
  );
}

/** A new filter opens automatically; if it is closed without a value, it is removed. */
export type Adding = { isNew?: boolean; onLeave?: () => void };
