import type { ReactNode } from 'react';
import classes from './detail.module.css';

/** The cards of a details page, stacked. */
export function Cards({ children }: { children: ReactNode }) {
  return <div className={classes.cards}>{children}</div>;
}
