import type { ReactNode } from 'react';
import { isReadOnly } from '../session/read-only.ts';
import classes from './empty-state.module.css';

type EmptyStateProps = { art?: ReactNode; title: string; body: string; actions?: ReactNode; alert?: boolean };

/** Replaces a table: a drawing on a first visit, otherwise only the sentence and actions. */
export function EmptyState({ art, title, body, actions, alert }: EmptyStateProps) {
  return (
    <div className={classes.empty} data-compact={art ? undefined : true} role={alert ? 'alert' : undefined}>
      {art}
      <h2 className={classes.title}>{title}</h2>
      <p className={classes.body}>{body}</p>
      {actions && (alert || !isReadOnly()) && <div className={classes.actions}>{actions}</div>}
    </div>
  );
}
