import type { ReactNode } from 'react';
import classes from './shared/dashboard.module.css';

type NumberTableProps = {
  label: string;
  columns: readonly string[];
  rows: readonly { key: string; name: ReactNode; values: readonly ReactNode[] }[];
};

/** Rows of numbers; the first column names the row. Scrolls horizontally on narrow screens. */
export function NumberTable({ label, columns, rows }: NumberTableProps) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard.
    <section className={classes.scroll} aria-label={label} tabIndex={0}>
      <table className={classes.table} aria-label={label}>
        <thead>
          <tr>
            {columns.map((column, index) => (
              <th key={column} scope="col" data-number={index > 0 || undefined}>
                {column}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map(({ key, name, values }) => (
            <tr key={key}>
              <th scope="row">{name}</th>
              {values.map((value, index) => (
                <td key={columns[index + 1]} data-number>
                  {value}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}
