import { type ReactNode, useId } from 'react';
import classes from './billing.module.css';

type SectionProps = { title: string; note?: string; actions?: ReactNode; id?: string; children: ReactNode };

/** A section of the subscription page: heading, note and content. */
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
