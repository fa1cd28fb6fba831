import { Button } from '@mantine/core';
import { defaultPageSize } from '@postern/contracts/fields';
import { type CSSProperties, Fragment, type KeyboardEvent, type ReactNode, useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { LoadFailed } from '#platform/feedback/load-failed.tsx';
import type { Paged } from '../client/use-read.ts';
import { PageLink } from '../router/page-link.tsx';
import { isReadOnly } from '../session/read-only.ts';
import { ChangesBar } from './changes-bar.tsx';
import type { Column, Lead } from './column.ts';
import { EmptyState } from './empty-state.tsx';
import { HeaderCell } from './header-cell.tsx';
import { type Held, useHeldRows } from './held-rows.ts';
import classes from './list.module.css';
import type { ListState } from './list-state.ts';
import { Pager } from './pager.tsx';
import { isRowSelected, SelectAll, SelectionBar, SelectRow } from './selection.tsx';
import { SkeletonRows } from './skeleton-rows.tsx';

export type DataTableProps<Row, Filter extends string> = {
  label: string;
  lead: Lead<Row>;
  columns: readonly Column<Row>[];
  /** A column before the lead, such as who acted. Hidden on a phone, where the second line of the lead says it. */
  before?: Column<Row>;
  rowKey: (row: Row) => string;
  menu?: (row: Row) => ReactNode;
  /** Actions for several rows; without it rows have no checkboxes. */
  bulk?: ReactNode;
  /** All matching rows, including those of other pages, can be selected. */
  bulkMatching?: boolean;
  /** The limit of the server's count: a larger total means "more than". */
  cap?: number;
  /** In pixels: below this width the table scrolls horizontally. */
  minWidth?: number;
  /** Shown if the list is empty without filters. */
  empty: ReactNode;
  list: ListState<Filter>;
  read: {
    data: Paged<Row> | undefined;
    error: unknown;
    isPlaceholderData: boolean;
    refetch: () => unknown;
  };
};

/** A list with loading, empty, error and filled states. Rows are links; arrow keys move between them. */
export function DataTable<Row, Filter extends string>(props: DataTableProps<Row, Filter>) {
  const { list, read } = props;
  const [isPointed, setPointed] = useState(false);
  const [isFocused, setFocused] = useState(false);
  const isSelecting = list.selected.length > 0 || list.isAllSelected;
  const held = useHeldRows(read.data, props.rowKey, isPointed || isFocused || isSelecting);
  return (
    // Menus of rows are inside as well: React passes on their events although they are elsewhere in the document.
    // biome-ignore lint/a11y/noStaticElementInteractions: only notes whether the list is in use
    <div
      className={classes.whole}
      onPointerEnter={() => setPointed(true)}
      onPointerLeave={() => setPointed(false)}
      onFocus={({ target }) => setFocused(target.matches(':focus-visible'))}
      onBlur={() => setFocused(false)}
    >
      <ChangesBar waiting={held.waiting} onShow={held.show} />
      <ShownRows {...props} read={{ ...read, data: held.data }} gone={held.gone} />
    </div>
  );
}

type ShownRowsProps<Row, Filter extends string> = DataTableProps<Row, Filter> & Pick<Held<Row>, 'gone'>;

/** Menus and actions for selected rows change data, so read-only administrators have none. */
const forReaders = { menu: undefined, bulk: undefined };

function ShownRows<Row, Filter extends string>(given: ShownRowsProps<Row, Filter>) {
  const props = isReadOnly() ? { ...given, ...forReaders } : given;
  const { t } = useTranslation();
  const { lead, columns, list, read } = props;
  const { data } = read;
  useEffect(() => {
    // The last row of the last page was deleted, or the link is old.
    if (data && !read.isPlaceholderData && data.items.length === 0 && data.total > 0) {
      list.setPage(Math.ceil(Math.min(data.total, props.cap ?? data.total) / defaultPageSize));
    }
  }, [data, read.isPlaceholderData, list.setPage, props.cap]);
  if (read.error && !data) {
    return (
      <div className={classes.card}>
        <LoadFailed error={read.error} retry={read.refetch} />
      </div>
    );
  }
  if (data?.total === 0) {
    return <div className={classes.card}>{list.isFiltered ? <NothingMatches list={list} /> : props.empty}</div>;
  }
  const keys = data?.items.map(props.rowKey) ?? [];
  // React passes custom properties to CSS, but its types do not include them.
  const style = { '--table-width': `${props.minWidth ?? 0}px` } as CSSProperties;
  return (
    <>
      <div className={classes.card} data-scrolls={props.minWidth ? true : undefined}>
        <table
          className={classes.table}
          style={style}
          aria-label={props.label}
          aria-busy={!data || read.isPlaceholderData}
          data-stale={read.isPlaceholderData || undefined}
        >
          <thead>
            <tr>
              {props.bulk && <SelectAll list={list} keys={keys} />}
              {props.before && <HeaderCell column={props.before} list={list} />}
              <HeaderCell column={lead} list={list} />
              {columns.map((column) => (
                <HeaderCell key={column.id} column={column} list={list} />
              ))}
              {props.menu && (
                <th className={classes.menuCell}>
                  <span className="sr-only">{t('list.actions')}</span>
                </th>
              )}
            </tr>
          </thead>
          <tbody onKeyDown={moveBetweenRows}>
            {data ? (
              data.items.map((row) => <TableRow key={props.rowKey(row)} row={row} {...props} />)
            ) : (
              <SkeletonRows
                columns={columns}
                before={props.before}
                lead={lead}
                withMenu={props.menu !== undefined}
                withBoxes={props.bulk !== undefined}
              />
            )}
          </tbody>
        </table>
      </div>
      <Pager page={list.page} total={data?.total} cap={props.cap} />
      {props.bulk && (
        <SelectionBar
          list={list}
          matching={props.bulkMatching ? data?.total : undefined}
          cap={props.cap}
          isWholePage={keys.length > 0 && keys.every((key) => isRowSelected(list, key))}
        >
          {props.bulk}
        </SelectionBar>
      )}
    </>
  );
}

function TableRow<Row, Filter extends string>({
  row,
  lead,
  columns,
  before,
  menu,
  bulk,
  list,
  rowKey,
  gone,
}: ShownRowsProps<Row, Filter> & { row: Row }) {
  const target = lead.to?.(row);
  const { open } = lead;
  const name = (
    <>
      <span className={`${classes.name} truncate`} title={titleOf(lead.name(row))} dir="auto">
        {lead.name(row)}
      </span>
      <SecondLine text={lead.second(row)} />
    </>
  );
  return (
    <tr
      className={classes.row}
      data-selected={(bulk && isRowSelected(list, rowKey(row))) || undefined}
      data-gone={gone.has(rowKey(row)) || undefined}
    >
      {bulk && <SelectRow list={list} rowKey={rowKey(row)} name={lead.name(row)} />}
      {before && <td className={classes.before}>{before.cell(row)}</td>}
      <td>
        <div className={classes.lead}>
          {lead.image?.(row)}
          {target ? (
            <PageLink to={target.page} params={target.params} className={classes.link} data-row-link>
              {name}
            </PageLink>
          ) : open ? (
            <button type="button" className={classes.link} data-row-link onClick={() => open(row)}>
              {name}
            </button>
          ) : (
            <span className={classes.text}>{name}</span>
          )}
          {lead.after?.(row)}
        </div>
      </td>
      {columns.map((column) => (
        <td key={column.id} data-hide-under={column.hideUnder}>
          {column.cell(row)}
        </td>
      ))}
      {menu && (
        <td className={classes.menuCell}>
          <span className={classes.above}>{menu(row)}</span>
        </td>
      )}
    </tr>
  );
}

const between = ' · ';
const rightToLeft = /[\p{Script=Arabic}\p{Script=Hebrew}]/u;

/** A name in one direction and a date in the other: each part keeps its own, and their order is that of the page. */
function SecondLine({ text }: { text: ReactNode }) {
  const parts = typeof text === 'string' && rightToLeft.test(text) ? text.split(between) : [];
  return (
    <span className={`${classes.second} truncate`} title={titleOf(text)} dir={parts.length > 1 ? undefined : 'auto'}>
      {parts.length > 1
        ? parts.map((part, at) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: parts have no other name, and do not move
            <Fragment key={at}>
              {at > 0 && between}
              <bdi>{part}</bdi>
            </Fragment>
          ))
        : text}
    </span>
  );
}

/** The whole text: a narrow column cuts it. */
const titleOf = (text: ReactNode) => (typeof text === 'string' ? text : undefined);

function NothingMatches<Filter extends string>({ list }: { list: ListState<Filter> }) {
  const { t } = useTranslation();
  return (
    <EmptyState
      title={list.search ? t('list.nothingFor', { search: list.search }) : t('list.nothing')}
      body={t('list.nothingHint')}
      actions={
        <Button variant="default" size="xs" onClick={list.clear}>
          {t('list.clear')}
        </Button>
      }
    />
  );
}

/** Arrow keys, Home and End move between rows. */
function moveBetweenRows(event: KeyboardEvent<HTMLTableSectionElement>): void {
  if (!(event.target instanceof HTMLElement) || !event.target.matches('[data-row-link]')) {
    return;
  }
  const links = [...event.currentTarget.querySelectorAll<HTMLElement>('[data-row-link]')];
  const at = links.indexOf(event.target);
  const targets: Record<string, number> = { ArrowDown: at + 1, ArrowUp: at - 1, Home: 0, End: links.length - 1 };
  const next = targets[event.key];
  if (next !== undefined) {
    event.preventDefault();
    links[Math.min(Math.max(next, 0), links.length - 1)]?.focus();
  }
}
