import type { ReactNode } from 'react';
import classes from './profile.module.css';

type RowProps = {
  icon?: ReactNode;
  label: string;
  value: ReactNode;
  /** There is no value yet. */
  isEmpty?: boolean;
  action: ReactNode;
};

export function Rows({ children }: { children: ReactNode }) {
  return <ul className={classes.rows}>{children}</ul>;
}

/** Label, value and action of a property. */
export function Row({ icon, label, value, isEmpty, action }: RowProps) {
  return (
    <li className={classes.row}>
      {icon}
      <span className={classes.rowLabel}>{label}</span>
      <span className={`${classes.rowValue} truncate`} data-empty={isEmpty || undefined}>
        {value}
      </span>
      {action}
    </li>
  );
}
