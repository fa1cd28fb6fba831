import { Button, TextInput } from '@mantine/core';
import { IconSearch } from '@tabler/icons-react';
import { type ReactNode, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ChangesBar } from '../list/changes-bar.tsx';
import { useHeldRows } from '../list/held-rows.ts';
import { OrderHandle } from '../order/order-handle.tsx';
import { useOrder } from '../order/use-order.ts';
import { isReadOnly } from '../session/read-only.ts';
import { Skeleton } from '../ui/skeleton.tsx';
import classes from './card-table.module.css';

export type CardColumn<Row> = {
  id: string;
  title: string;
  width?: string;
  /** On a narrow screen, which hides the titles, the value stands behind its own: a date alone says too little. */
  isLabeled?: boolean;
  cell: (row: Row) => ReactNode;
};

type CardTableProps<Row> = {
  label: string;
  /** The first column names the row; on a narrow screen the others move below it. */
  columns: readonly CardColumn<Row>[];
  /** Undefined while loading. */
  rows: readonly Row[] | undefined;
  rowKey: (row: Row) => string;
  menu?: (row: Row) => ReactNode;
  /** The searchable text of a row, if there may be many rows. */
  textOf?: (row: Row) => string;
  /** Many rows are collapsed, because other content follows. */
  folds?: boolean;
  /** Shown in place of an empty table. */
  none?: ReactNode;
  /**
   * The rows are read again in the background. Those that others add or remove wait while the table is in use, as in the
   * other lists. Not for rows of a form, which the person changes here.
   */
  live?: boolean;
  /** Makes rows reorderable, by dragging and by keyboard. */
  order?: { nameOf: (row: Row) => string; onOrder: (rows: Row[]) => void };
};

/** With more rows than this a search is shown above them. */
const many = 20;

/** A short table inside a card: no paging, no row links. */
export function CardTable<Row>({ live, ...props }: CardTableProps<Row>) {
  return live ? <LiveTable {...props} /> : <WholeTable {...props} />;
}

type TableProps<Row> = Omit<CardTableProps<Row>, 'live'> & {
  /** Keys of rows that no longer exist. */
  gone?: ReadonlySet<string>;
};

function LiveTable<Row>({ rows, ...props }: TableProps<Row>) {
  const [isPointed, setPointed] = useState(false);
  const [isFocused, setFocused] = useState(false);
  const latest = useMemo(() => rows && { items: [...rows], total: rows.length }, [rows]);
  const held = useHeldRows(latest, props.rowKey, isPointed || isFocused);
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: only notes whether the list is in use
    <div
      onPointerEnter={() => setPointed(true)}
      onPointerLeave={() => setPointed(false)}
      onFocus={({ target }) => setFocused(target.matches(':focus-visible'))}
      onBlur={() => setFocused(false)}
    >
      <ChangesBar waiting={held.waiting} onShow={held.show} />
      <WholeTable {...props} rows={held.data?.items} gone={held.gone} />
    </div>
  );
}

function WholeTable<Row>({ rows, textOf, folds, none, ...props }: TableProps<Row>) {
  const { t } = useTranslation();
  const [text, setText] = useState('');
  const [isFolded, setFolded] = useState(folds === true);
  const wanted = text.trim().toLowerCase();
  const isSearchable = textOf !== undefined && rows !== undefined && rows.length > many;
  const found = isSearchable ? rows.filter((row) => textOf(row).toLowerCase().includes(wanted)) : rows;
  const hidesSome = isFolded && found !== undefined && found.length > many;
  if (none && rows?.length === 0) {
    return <CardTableNote>{none}</CardTableNote>;
  }
  return (
    <div>
      {isSearchable && (
        <TextInput
          type="search"
          className={classes.search}
          aria-label={t('list.searchIn', { list: props.label })}
          placeholder={t('shell.searchShort')}
          value={text}
          onChange={(event) => setText(event.currentTarget.value)}
          leftSection={<IconSearch size={16} stroke={1.5} aria-hidden />}
          autoComplete="off"
        />
      )}
      {found?.length === 0 ? (
        <CardTableNote>{t('list.nothingFor', { search: text.trim() })}</CardTableNote>
      ) : (
        <Rows {...props} rows={hidesSome ? found.slice(0, many) : found} />
      )}
      {hidesSome && (
        <Button variant="default" size="xs" className={classes.all} onClick={() => setFolded(false)}>
          {t('list.showAll', { number: found.length })}
        </Button>
      )}
    </div>
  );
}

type RowsProps<Row> = Omit<TableProps<Row>, 'textOf' | 'folds' | 'none'>;

/** Menus and handles change data, so read-only administrators have none. */
const forReaders = { menu: undefined, order: undefined };

function Rows<Row>(props: RowsProps<Row>) {
  const { label, columns, rows, rowKey, menu, order, gone } = isReadOnly() ? { ...props, ...forReaders } : props;
  const { t } = useTranslation();
  const byKey = new Map(rows?.map((row) => [rowKey(row), row]));
  const rowsOf = (keys: readonly string[]) => keys.flatMap((key) => byKey.get(key) ?? []);
  const moves = useOrder<HTMLTableSectionElement>({
    keys: [...byKey.keys()],
    onOrder: (keys) => order?.onOrder(rowsOf(keys)),
    say: (key, position) => {
      const name = rowsOf([key]).map((row) => order?.nameOf(row));
      return t('order.moved', { name: name.join(''), position, count: byKey.size });
    },
  });
  return (
    <div className={classes.frame}>
      <table aria-label={label} aria-busy={!rows} className={classes.table}>
        <thead>
          <tr>
            {columns.map(({ id, title, width }) => (
              <th key={id} style={{ width }}>
                {title}
              </th>
            ))}
            {menu && (
              <th className={classes.menu}>
                <span className="sr-only">{t('list.actions')}</span>
              </th>
            )}
          </tr>
        </thead>
        <tbody ref={moves.box}>
          {rows ? (
            rowsOf(moves.order).map((row) => {
              const key = rowKey(row);
              return (
                <tr
                  key={key}
                  data-order-key={key}
                  data-dragged={key === moves.draggedKey || undefined}
                  data-gone={gone?.has(key) || undefined}
                >
                  {columns.map(({ id, title, isLabeled, cell }, index) => (
                    <td key={id} data-title={isLabeled ? title : undefined}>
                      {order && index === 0 && byKey.size > 1 ? (
                        <span className={classes.ordered}>
                          <OrderHandle name={order.nameOf(row)} {...moves.handle(key)} />
                          {cell(row)}
                        </span>
                      ) : (
                        cell(row)
                      )}
                    </td>
                  ))}
                  {menu && <td className={classes.menu}>{menu(row)}</td>}
                </tr>
              );
            })
          ) : (
            <SkeletonRow columns={columns} hasMenu={menu !== undefined} />
          )}
        </tbody>
      </table>
      {order && (
        <span className="sr-only" role="status">
          {moves.spoken}
        </span>
      )}
    </div>
  );
}

function SkeletonRow({ columns, hasMenu }: { columns: readonly { id: string }[]; hasMenu: boolean }) {
  return (
    <tr>
      {columns.map(({ id }, index) => (
        <td key={id}>
          <Skeleton width={index === 0 ? 96 : 140} />
        </td>
      ))}
      {hasMenu && <td className={classes.menu} />}
    </tr>
  );
}

/** Replaces the table: an empty state, or why it cannot be shown. */
export function CardTableNote({ children, alert }: { children: ReactNode; alert?: boolean }) {
  return (
    <div className={`${classes.frame} ${classes.note}`} role={alert ? 'alert' : undefined}>
      {children}
    </div>
  );
}
