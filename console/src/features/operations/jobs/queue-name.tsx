import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import classes from './jobs.module.css';
import { kindOf } from './name-queue.ts';

/** What a queue does, in words, above its name in logs and on the command line. */
export function QueueName({ queue, children }: { queue: string; children?: ReactNode }) {
  const { t } = useTranslation();
  const kind = kindOf(queue);
  return (
    <span className={classes.name}>
      <span className={classes.queue}>{kind ? t(`jobs.kinds.${kind}`) : queue}</span>
      {kind && <code className={classes.second}>{queue}</code>}
      {children}
    </span>
  );
}
