import { IconCornerDownLeft } from '@tabler/icons-react';
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
      <span className={`${classes.name} truncate`}>
        <Highlight text={entry.label} query={query} />
      </span>
      {entry.note && (
        <span className={`${classes.note} truncate`}>
          <Highlight text={entry.note} query={query} />
        </span>
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
  if ('run' in entry.action) {
    return (
      <button {...shared} type="button" onClick={() => onChoose(false)}>
        {content}
      </button>
    );
  }
  const click = (event: MouseEvent) => {
    if (!event.ctrlKey && !event.metaKey) {
      event.preventDefault();
      onChoose(false);
    }
  };
  return (
    <Link {...shared} to={entry.action.to} search={entry.action.search ?? {}} preload={false} onClick={click}>
      {content}
    </Link>
  );
}

function Highlight({ text, query }: { text: string; query: string }) {
  const at = query ? text.toLocaleLowerCase().indexOf(query.toLocaleLowerCase()) : -1;
  if (at < 0) {
    return text;
  }
  return (
    <>
      {text.slice(0, at)}
      <mark className={classes.mark}>{text.slice(at, at + query.length)}</mark>
      {text.slice(at + query.length)}
    </>
  );
}
