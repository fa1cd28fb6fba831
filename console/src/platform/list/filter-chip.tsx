import { IconChevronDown, IconX } from '@tabler/icons-react';
import type { ComponentPropsWithRef, ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import classes from './toolbar.module.css';

type FilterButtonProps = ComponentPropsWithRef<'button'> & {
  label: string;
  /** What it is set to; without it the filter is not set. */
  summary?: string;
};

/** What opens a filter: its name, or `Type: Native` when it is set. */
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

/** A filter with its own way out once it is set. */
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

/** A filter that was just added opens by itself; one that is closed without a value goes again. */
export type Adding = { isNew?: boolean; onLeave?: () => void };
