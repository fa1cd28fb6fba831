import { Button } from '@mantine/core';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import classes from './list.module.css';
import type { ListState } from './list-state.ts';

type Selection = Pick<ListState<string>, 'selected' | 'select'>;

/** Ticks all rows of this page, or none of them. */
export function SelectAll({ list, keys }: { list: Selection; keys: readonly string[] }) {
  const { t } = useTranslation();
  const ticked = keys.filter((key) => list.selected.includes(key)).length;
  const isAll = keys.length > 0 && ticked === keys.length;
  const elsewhere = list.selected.filter((key) => !keys.includes(key));
  return (
    <th className={classes.boxCell}>
      <input
        type="checkbox"
        aria-label={t('list.selectAll')}
        ref={(input) => {
          if (input) {
            input.indeterminate = ticked > 0 && !isAll;
          }
        }}
        checked={isAll}
        onChange={() => list.select(isAll ? elsewhere : [...elsewhere, ...keys])}
      />
    </th>
  );
}

export function SelectRow({ list, rowKey, name }: { list: Selection; rowKey: string; name: string }) {
  const { t } = useTranslation();
  const isTicked = list.selected.includes(rowKey);
  return (
    <td className={classes.boxCell}>
      <span className={classes.above}>
        <input
          type="checkbox"
          aria-label={t('list.selectRow', { name })}
          checked={isTicked}
          onChange={() =>
            list.select(isTicked ? list.selected.filter((key) => key !== rowKey) : [...list.selected, rowKey])
          }
        />
      </span>
    </td>
  );
}

/** How many rows are ticked, what can be done with them, and how to let go of them. */
export function SelectionBar({ list, children }: { list: Selection; children: ReactNode }) {
  const { t } = useTranslation();
  const count = list.selected.length;
  return (
    <div role="status" className={classes.selection} data-open={count > 0 || undefined}>
      {count > 0 && (
        <>
          <span className="tabular">{t('list.selected', { count })}</span>
          <span className={classes.spacer} />
          <Button variant="subtle" size="xs" onClick={() => list.select([])}>
            {t('list.clearSelection')}
          </Button>
          {children}
        </>
      )}
    </div>
  );
}
