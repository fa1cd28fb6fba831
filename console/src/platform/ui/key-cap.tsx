import type { ReactNode } from 'react';
import classes from './ui.module.css';

export const isApple = /mac|iphone|ipad/i.test(navigator.platform || navigator.userAgent);
const modKey = isApple ? '⌘' : 'Ctrl';

export function KeyCap({ children }: { children: ReactNode }) {
  return <kbd className={classes.key}>{children}</kbd>;
}

/** Keys pressed together with ⌘ or Ctrl. */
export function ModKeys({ keys, onAccent }: { keys: string[]; onAccent?: boolean }) {
  return (
    <span className={`${classes.keys} ${onAccent ? classes.onAccent : ''}`} aria-hidden>
      <KeyCap>{modKey}</KeyCap>
      {keys.map((key) => (
        <KeyCap key={key}>{key}</KeyCap>
      ))}
    </span>
  );
}
