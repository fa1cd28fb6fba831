import type { ReactNode } from 'react';
import { Skeleton } from '#platform/ui/skeleton.tsx';
import classes from './home-page.module.css';

type FactProps = { title: string; value: string; isBad?: boolean; level?: 2 | 3; children: ReactNode };

/** A number with its name and what it means. */
export function Fact({ title, value, isBad = false, level = 2, children }: FactProps) {
  const Heading = level === 2 ? 'h2' : 'h3';
  return (
    <div className={classes.fact} data-bad={isBad || undefined}>
      <Heading>{title}</Heading>
      <div className={`${classes.value} tabular`}>{value}</div>
      <p>{children}</p>
    </div>
  );
}

export function Waiting() {
  return (
    <div className={classes.facts}>
      {[1, 2, 3, 4].map((key) => (
        <div key={key} className={classes.fact}>
          <Skeleton width={96} />
          <Skeleton width={120} height={28} />
          <Skeleton width="80%" />
        </div>
      ))}
    </div>
  );
}
