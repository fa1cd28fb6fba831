import { IconUser } from '@tabler/icons-react';
import { useState } from 'react';
import classes from './ui.module.css';

const palette = [
  '#E74C3C',
  '#865300',
  '#FF8B64',
  '#FFC651',
  '#4EA254',
  '#2FA0FD',
  '#02C2E4',
  '#41BEA6',
  '#7958FF',
  '#ED73A3',
  '#DF96FA',
  '#ADAAB4',
];

const avatarColor = (name: string) => palette[(name.codePointAt(0) ?? 0) % palette.length];

/** First letters of the first two words. */
function initialsOf(name: string): string {
  return name
    .trim()
    .split(/\s+/)
    .slice(0, 2)
    .map((word) => String.fromCodePoint(word.codePointAt(0) ?? 32))
    .join('')
    .toUpperCase();
}

type AvatarProps = { name: string; src?: string | null; size?: number; square?: boolean };

/** A picture, or initials on a tint of the palette, or an icon; the tint has AA contrast in both themes. */
export function Avatar({ name, src, size = 32, square }: AvatarProps) {
  const [broken, setBroken] = useState(false);
  // React sets CSS variables through the CSSOM, so the CSP needs no exception for style attributes.
  const initials = initialsOf(square ? [...name].slice(0, 1).join('') : name).trim();
  const hasPicture = Boolean(src) && !broken;
  const style = { '--size': `${size}px`, '--color': avatarColor(name) } as React.CSSProperties;
  return (
    <span
      className={classes.avatar}
      style={style}
      data-square={square || undefined}
      data-initials={initials}
      aria-hidden
    >
      {hasPicture && <img src={src ?? ''} alt="" referrerPolicy="no-referrer" onError={() => setBroken(true)} />}
      {!hasPicture && initials === '' && <IconUser size={Math.round(size * 0.56)} stroke={1.5} />}
    </span>
  );
}
