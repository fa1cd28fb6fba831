import type { ReactNode } from 'react';
import classes from './detail.module.css';

/** A tab with a list instead of cards. */
export function TabBody({ children }: { children: ReactNode }) {
  return <div className={classes.tabBody}>{children}</div>;
}
