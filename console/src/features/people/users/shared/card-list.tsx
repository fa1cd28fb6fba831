import type { ReactNode } from 'react';
import { type CardColumn, CardTable } from '#platform/detail/card-table.tsx';
import { ReadFailed } from '#platform/detail/token-parts.tsx';
import { isReadOnly } from '#platform/session/read-only.ts';
import classes from '../user-details.module.css';

type CardListProps<Row> = {
  label: string;
  read: { data: readonly Row[] | undefined; error: unknown; refetch: () => unknown };
  /** Shown in place of an empty table. */
  none: string;
  rowKey: (row: Row) => string;
  columns: readonly CardColumn<Row>[];
  menu?: (row: Row) => ReactNode;
  /** The control that adds items, below the list. */
  add?: ReactNode;
};

/** A list in a card of the user settings: loading, failed, empty, or a table. */
export function CardList<Row>({ read, none, add, ...table }: CardListProps<Row>) {
  if (read.error && !read.data) {
    return <ReadFailed {...read} />;
  }
  return (
    <div className={classes.list}>
      <CardTable {...table} rows={read.data} none={none} live />
      {add && !isReadOnly() && <div>{add}</div>}
    </div>
  );
}
