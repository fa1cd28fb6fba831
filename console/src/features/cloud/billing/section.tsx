import { type ReactNode, useId } from 'react';
import classes from './billing.module.css';

type SectionProps = { title: string; note?: string; actions?: ReactNode; id?: string; children: ReactNode };

/** A part of the subscription page: a heading, one line about it, and what it holds. */
export function Section({ title, note, actions, id, children }: SectionProps) {
  const headingId = useId();
  return (
    <section id={id} aria-labelledby={headingId} className={classes.section}>
      <div className={classes.sectionHead}>
        <h2 id={headingId}>{title}</h2>
        {note && <p>{note}</p>}
        {actions && <div className={classes.sectionActions}>{actions}</div>}
      </div>
      {children}
    </section>
  );
}
