import { IconArrowDown, IconArrowsSort, IconArrowUp } from '@tabler/icons-react';
import type { CSSProperties } from 'react';
import { useTranslation } from 'react-i18next';
import classes from './header-cell.module.css';
import type { ListState } from './list-state.ts';

type HeaderCellProps = {
  column: { title: string; width?: string; sort?: string; hideUnder?: number };
  list: Pick<ListState<string>, 'sort' | 'cycleSort'>;
};

/** The title of a column; a button if the list can be sorted by it. */
export function HeaderCell({ column, list }: HeaderCellProps) {
  const { t } = useTranslation();
  const { title, width, sort, hideUnder } = column;
  // A custom property, so that narrow screens can ignore it; React's types do not include it.
  const style = { '--width': width } as CSSProperties;
  if (!sort) {
    return (
      <th style={style} data-hide-under={hideUnder}>
        {title}
      </th>
    );
  }
  const direction = list.sort === sort ? 'ascending' : list.sort === `-${sort}` ? 'descending' : undefined;
  const Icon = direction === 'ascending' ? IconArrowUp : direction === 'descending' ? IconArrowDown : IconArrowsSort;
  return (
    <th style={style} data-hide-under={hideUnder} aria-sort={direction}>
      <button
        type="button"
        className={classes.sort}
        title={t('list.sortBy', { column: title })}
        onClick={() => list.cycleSort(sort)}
        data-active={direction !== undefined || undefined}
      >
        {title}
        <Icon size={14} stroke={1.75} aria-hidden />
      </button>
    </th>
  );
}
