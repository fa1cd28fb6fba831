import type { ReactNode } from 'react';
import type { Icon } from '../feature.ts';
import classes from './ui.module.css';

type TagProps = {
  children: ReactNode;
  tone?: 'neutral' | 'success' | 'warning' | 'danger' | 'info' | 'accent' | 'outline';
  icon?: Icon;
  small?: boolean;
};

/** A word on a tint; status is never shown by color alone, so combine a tone with an icon or a clear word. */
export function Tag({ children, tone = 'neutral', icon: Icon, small }: TagProps) {
  return (
    <span className={classes.tag} data-tone={tone} data-small={small || undefined}>
      {Icon && <Icon size={14} stroke={1.75} />}
      <span className="truncate">{children}</span>
    </span>
  );
}
