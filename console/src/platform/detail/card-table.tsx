import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Skeleton } from '../ui/skeleton.tsx';
import classes from './card-table.module.css';

type CardColumn<Row> = { id: string; title: string; width?: string; cell: (row: Row) => ReactNode };

type CardTableProps<Row> = {
  label: string;
  /** The first names the row; on a narrow screen the others stand below it. */
  columns: readonly CardColumn<Row>[];
  /** Undefined while they are on their way. */
  rows: readonly Row[] | undefined;
  rowKey: (row: Row) => string;
  menu?: (row: Row) => ReactNode;
};

/** A short table inside a card: no paging, no links over whole rows. */
export function CardTable<Row>({ label, columns, rows, rowKey, menu }: CardTableProps<Row>) {
  const { t } = useTranslation();
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
        <tbody>
          {rows ? (
            rows.map((row) => (
              <tr key={rowKey(row)}>
                {columns.map(({ id, cell }) => (
                  <td key={id}>{cell(row)}</td>
                ))}
                {menu && <td className={classes.menu}>{menu(row)}</td>}
              </tr>
            ))
          ) : (
            <tr>
              {columns.map(({ id }, index) => (
                <td key={id}>
                  <Skeleton width={index === 0 ? 96 : 140} />
                </td>
              ))}
              {menu && <td className={classes.menu} />}
            </tr>
          )}
        </tbody>
      </table>
    </div>
  );
}

/** Instead of the table: nothing in it yet, or why it cannot be shown. */
export function CardTableNote({ children, alert }: { children: ReactNode; alert?: boolean }) {
  return (
    <div className={`${classes.frame} ${classes.note}`} role={alert ? 'alert' : undefined}>
      {children}
    </div>
  );
}
