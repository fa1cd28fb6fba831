import { IconCornerDownLeft, IconExternalLink } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import type { MouseEvent, ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Avatar } from '../ui/avatar.tsx';
import { KeyCap } from '../ui/key-cap.tsx';
import type { Entry } from './entries.ts';
import classes from './palette.module.css';

type PaletteItemProps = {
  id: string;
  entry: Entry;
  query: string;
  active: boolean;
  onActivate: () => void;
  onChoose: (newTab: boolean) => void;
};

/** One option. The focus stays in the field; pointer and arrow keys change the active option. */
export function PaletteItem({ id, entry, query, active, onActivate, onChoose }: PaletteItemProps) {
  const { t } = useTranslation();
  const Icon = entry.icon;
  const shared = {
    id,
    role: 'option',
    'aria-selected': active,
    tabIndex: -1,
    className: classes.item,
    onMouseMove: active ? undefined : onActivate,
  } as const;
  const content: ReactNode = (
    <>
      {entry.person && <Avatar name={entry.person.name} src={entry.person.avatar} size={28} />}
      {Icon && <Icon size={20} stroke={1.5} />}
      <span data-name className={`${classes.name} truncate`}>
        <Highlight text={entry.label} query={query} />
      </span>
      {entry.note && (
        <span className={`${classes.note} truncate`}>
          <Highlight text={entry.note} query={query} />
        </span>
      )}
      {'href' in entry.action && (
        <IconExternalLink size={16} stroke={1.5} className={classes.outside} aria-label={t('palette.newTab')} />
      )}
      {active && 'to' in entry.action && (
        <span className={classes.hint} aria-hidden>
          {t('palette.open')}
          <KeyCap>
            <IconCornerDownLeft size={12} stroke={1.75} />
          </KeyCap>
        </span>
      )}
    </>
  );
  const click = (event: MouseEvent) => {
    if (!event.ctrlKey && !event.metaKey) {
      event.preventDefault();
      onChoose(false);
    }
  };
  if ('href' in entry.action) {
    return (
      <a {...shared} href={entry.action.href} target="_blank" rel="noreferrer" onClick={click}>
        {content}
      </a>
    );
  }
  if ('run' in entry.action) {
    return (
      <button {...shared} type="button" onClick={() => onChoose(false)}>
        {content}
      </button>
    );
  }
  return (
    <Link {...shared} to={entry.action.to} search={entry.action.search ?? {}} preload={false} onClick={click}>
      {content}
    </Link>
  );
}

/** Marks where the words of the query are, as far as they are in the text. */
function Highlight({ text, query }: { text: string; query: string }) {
  const lower = text.toLocaleLowerCase();
  const whole = query.toLocaleLowerCase();
  const parts = whole && lower.includes(whole) ? [whole] : whole.split(/\s+/);
  const [part] = parts.filter((one) => one && lower.includes(one)).sort((one, two) => two.length - one.length);
  if (part === undefined) {
    return text;
  }
  const at = lower.indexOf(part);
  return (
    <>
      {text.slice(0, at)}
      <mark className={classes.mark}>{text.slice(at, at + part.length)}</mark>
      {text.slice(at + part.length)}
    </>
  );
}
