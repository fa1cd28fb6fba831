import type { ReactNode } from 'react';
import classes from './detail.module.css';

/** A tab that is a list rather than cards. */
export function TabBody({ children }: { children: ReactNode }) {
  return <div className={classes.tabBody}>{children}</div>;
}
