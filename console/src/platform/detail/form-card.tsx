import type { ReactNode } from 'react';
import { useId } from 'react';
import { isReadOnly } from '../session/read-only.ts';
import { Skeleton } from '../ui/skeleton.tsx';
import classes from './detail.module.css';

type FormCardProps = { title: string; help: string; link?: ReactNode; danger?: boolean; children: ReactNode };

/** Title and help on the left, fields on the right; stacked on a narrow screen. */
export function FormCard({ title, help, link, danger, children }: FormCardProps) {
  const id = useId();
  if (danger && isReadOnly()) {
    return null;
  }
  return (
    <section className={classes.card} data-danger={danger || undefined} aria-labelledby={id}>
      <div>
        <h2 id={id} className={classes.cardTitle}>
          {title}
        </h2>
        <p className={classes.lead}>{help}</p>
        {link && <p className={classes.lead}>{link}</p>}
      </div>
      <div className={classes.fields}>{children}</div>
    </section>
  );
}

type ListCardProps = {
  title: string;
  help: string;
  action?: ReactNode;
  /** The action changes nothing, so read-only administrators see it too. */
  isForReaders?: boolean;
  children: ReactNode;
};

/** Title, help and an action above full-width content. */
export function ListCard({ title, help, action, isForReaders, children }: ListCardProps) {
  const id = useId();
  return (
    <section className={classes.listCard} aria-labelledby={id}>
      <div className={classes.listCardHead}>
        <div>
          <h2 id={id} className={classes.cardTitle}>
            {title}
          </h2>
          <p className={classes.lead}>{help}</p>
        </div>
        {(isForReaders || !isReadOnly()) && action}
      </div>
      <div className={classes.fields}>{children}</div>
    </section>
  );
}

/** The last card: describes a destructive action, with a button that asks for confirmation. */
export function DangerRow({ title, help, action }: { title: string; help: string; action: ReactNode }) {
  if (isReadOnly()) {
    return null;
  }
  return (
    <div className={classes.dangerRow}>
      <div className={classes.dangerText}>
        <div className={classes.dangerTitle}>{title}</div>
        <p className={classes.lead}>{help}</p>
      </div>
      {action}
    </div>
  );
}

export function FormCardSkeleton({ fields }: { fields: number }) {
  return (
    <section className={classes.card} aria-hidden>
      <div className={classes.skeletonLead}>
        <Skeleton width={120} height={16} />
        <Skeleton width={220} />
        <Skeleton width={160} />
      </div>
      <div className={classes.fields}>
        {Array.from({ length: fields }, (_, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: bars without identity that never move
          <div key={index} className={classes.skeletonLead}>
            <Skeleton width={80} />
            <Skeleton width="100%" height={36} />
          </div>
        ))}
      </div>
    </section>
  );
}
