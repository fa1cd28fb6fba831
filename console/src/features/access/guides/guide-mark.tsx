import { IconBrandOpenai, IconRobot, IconShieldLock } from '@tabler/icons-react';
import type { GuideEntry, Mark } from './catalogue.ts';
import classes from './guides.module.css';
import { marks } from './marks.ts';

/** Icons for entries without a logo that may be used here. */
const icons = { machine: IconRobot, shield: IconShieldLock, chatgpt: IconBrandOpenai } as const;

/** The logo of a framework on a tile. Hidden from screen readers, because the name is next to it. */
export function GuideMark({ guide, large }: { guide: GuideEntry; large?: boolean }) {
  return (
    <span className={classes.mark} data-large={large || undefined} aria-hidden>
      <Drawing mark={guide.mark} />
    </span>
  );
}

function Drawing({ mark }: { mark: Mark }) {
  if (mark in icons) {
    const Icon = icons[mark as keyof typeof icons];
    return <Icon stroke={1.5} />;
  }
  const { path, color }: { path: string; color?: string } = marks[mark as keyof typeof marks];
  return (
    <svg viewBox="0 0 24 24" fill="currentColor" style={color ? { color } : undefined} aria-hidden="true">
      <path d={path} />
    </svg>
  );
}
