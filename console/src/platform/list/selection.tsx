import { Transition } from '@mantine/core';
import { IconX } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../i18n/format.ts';
import { Dock } from '../shell/dock.tsx';
import { IconButton } from '../ui/icon-button.tsx';
import classes from './list.module.css';
import type { ListState } from './list-state.ts';
import bar from './selection.module.css';

type Selection = Pick<ListState<string>, 'selected' | 'tick' | 'isAllSelected'>;

/** Whether a row is selected: by its key, or because all are. */
export const isRowSelected = ({ selected, isAllSelected }: Selection, key: string) =>
  selected.includes(key) !== isAllSelected;

/** Selects all rows of this page, or none. */
export function SelectAll({ list, keys }: { list: Selection; keys: readonly string[] }) {
  const { t } = useTranslation();
  const ticked = keys.filter((key) => isRowSelected(list, key)).length;
  const isAll = keys.length > 0 && ticked === keys.length;
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
        // Disabled while loading, because a click would be lost.
        disabled={keys.length === 0}
        onChange={() => list.tick(keys, !isAll)}
      />
    </th>
  );
}

export function SelectRow({ list, rowKey, name }: { list: Selection; rowKey: string; name: string }) {
  const { t } = useTranslation();
  const ticked = isRowSelected(list, rowKey);
  return (
    <td className={classes.boxCell}>
      <span className={classes.above}>
        <input
          type="checkbox"
          aria-label={t('list.selectRow', { name })}
          checked={ticked}
          onChange={() => list.tick([rowKey], !ticked)}
        />
      </span>
    </td>
  );
}

type SelectionBarProps = {
  list: Pick<ListState<string>, 'selected' | 'isAllSelected' | 'selectAll' | 'clearSelection'>;
  /** The number of matching rows; undefined if they cannot be selected at once, or are not counted yet. */
  matching: number | undefined;
  /** The limit of the server's count. */
  cap: number | undefined;
  /** Whether every row of this page is selected. */
  isWholePage: boolean;
  children: ReactNode;
};

/** At the bottom of the page: number of selected rows, actions, and a button to clear the selection. */
export function SelectionBar({ list, matching, cap, isWholePage, children }: SelectionBarProps) {
  const { t } = useTranslation();
  const { number } = useFormat();
  const isBeyond = matching !== undefined && cap !== undefined && matching > cap;
  const all = (value: number) => (isBeyond ? t('list.moreThan', { number: number(cap) }) : number(value));
  const named = list.selected.length;
  const count = list.isAllSelected ? Math.max(0, (matching ?? 0) - named) : named;
  const isOpen = count > 0;
  const mayGrow = isWholePage && !list.isAllSelected && matching !== undefined && matching > named;
  return (
    <>
      {isOpen && <div className={bar.room} />}
      <Dock>
        <Transition mounted={isOpen} transition="slide-up" duration={180} timingFunction="cubic-bezier(.2, .7, .2, 1)">
          {(style) => (
            <div className={bar.wrap} style={style} data-selection-bar>
              <div className={bar.bar}>
                <span role="status" className={`${bar.count} tabular`}>
                  {list.isAllSelected
                    ? t('list.allSelected', { count, number: all(count) })
                    : t('list.selected', { count, number: number(count) })}
                </span>
                {mayGrow && (
                  <button type="button" className={bar.grow} onClick={list.selectAll}>
                    {t('list.selectMatching', { number: all(matching) })}
                  </button>
                )}
                <span className={bar.line} />
                {children}
                <span className={bar.line} />
                <IconButton label={t('list.clearSelection')} size="small" onClick={list.clearSelection}>
                  <IconX size={18} stroke={1.5} aria-hidden />
                </IconButton>
              </div>
            </div>
          )}
        </Transition>
      </Dock>
    </>
  );
}
