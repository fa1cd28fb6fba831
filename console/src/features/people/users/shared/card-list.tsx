import { Button } from '@mantine/core';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { failureMessage } from '#platform/client/show-failure.ts';
import { type CardColumn, CardTable, CardTableNote } from '#platform/detail/card-table.tsx';
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
  const { t } = useTranslation();
  if (read.error && !read.data) {
    return (
      <CardTableNote alert>
        {failureMessage(read.error)}
        <Button variant="default" size="xs" onClick={() => void read.refetch()}>
          {t('actions.tryAgain')}
        </Button>
      </CardTableNote>
    );
  }
  return (
    <div className={classes.list}>
      <CardTable {...table} rows={read.data} none={none} live />
      {add && !isReadOnly() && <div>{add}</div>}
    </div>
  );
}
