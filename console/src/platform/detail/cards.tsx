import type { ReactNode } from 'react';
import classes from './detail.module.css';

/** The cards of a details page, one under the other. */
export function Cards({ children }: { children: ReactNode }) {
  return <div className={classes.cards}>{children}</div>;
}
