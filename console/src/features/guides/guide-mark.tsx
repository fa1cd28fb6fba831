import type { GuideEntry } from './catalogue.ts';
import classes from './guides.module.css';

/** Two letters on a tint: frameworks own their logos, we own this. */
export function GuideMark({ guide, large }: { guide: GuideEntry; large?: boolean }) {
  return (
    <span className={classes.mark} data-tone={guide.tone} data-large={large || undefined} aria-hidden>
      {guide.mark}
    </span>
  );
}
