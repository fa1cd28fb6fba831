import type { ReactNode } from 'react';
import type { Icon } from '../feature.ts';
import classes from './notice.module.css';

type NoticeProps = { tone: 'info' | 'warning' | 'danger'; icon: Icon; title: string; children: ReactNode };

/** A notice inside a card. */
export function Notice({ tone, icon: Icon, title, children }: NoticeProps) {
  return (
    <div className={classes.notice} data-tone={tone} role="note">
      <Icon size={20} stroke={1.5} />
      <div>
        <div className={classes.title}>{title}</div>
        <div className={classes.body}>{children}</div>
      </div>
    </div>
  );
}
