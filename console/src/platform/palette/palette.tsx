import { Modal } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { IconSearch } from '@tabler/icons-react';
import { useRouter } from '@tanstack/react-router';
import { type KeyboardEvent, useEffect, useEffectEvent, useId, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { KeyCap } from '../ui/key-cap.tsx';
import { type Entry, useEntries } from './entries.ts';
import { closePalette, usePaletteOpen } from './open.ts';
import classes from './palette.module.css';
import { PaletteFooter } from './palette-footer.tsx';
import { PaletteItem } from './palette-item.tsx';

/** Search or jump to: actions, pages, things by name or id, preferences and documentation. */
export function Palette() {
  const { t } = useTranslation();
  const open = usePaletteOpen();
  const [round, setRound] = useState({ open, number: 0 });
  // Every opening starts empty, even while the previous one is still fading out.
  if (round.open !== open) {
    setRound({ open, number: round.number + 1 });
  }
  return (
    <Modal.Root
      opened={open}
      onClose={closePalette}
      size={640}
      centered={false}
      yOffset="12vh"
      transitionProps={{ transition: 'fade', duration: 120 }}
      classNames={{ content: classes.palette ?? '' }}
    >
      <Modal.Overlay />
      <Modal.Content aria-label={t('palette.label')}>
        <Search key={open ? round.number : round.number - 1} />
      </Modal.Content>
    </Modal.Root>
  );
}

function Search() {
  const { t } = useTranslation();
  const router = useRouter();
  const listId = useId();
  const [typed, setTyped] = useState('');
  const [asked] = useDebouncedValue(typed.trim(), 150);
  const [active, setActive] = useState<string>();
  const { groups, searching, failed } = useEntries(typed, asked);
  const entries = groups.flatMap((group) => group.entries.map((entry) => ({ key: `${group.id}/${entry.id}`, entry })));
  // Tracked by key: late results are inserted above and must not change the selection.
  const index = Math.max(
    entries.findIndex(({ key }) => key === active),
    0,
  );
  const current = entries[index];
  const list = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (current) {
      list.current?.querySelector('[aria-selected="true"]')?.scrollIntoView({ block: 'nearest' });
    }
  }, [current]);

  // Enter was pressed before the searches had answered.
  const [isHurried, setHurried] = useState(false);
  const first = isHurried && !searching ? current?.entry : undefined;
  const chooseFirst = useEffectEvent((entry: Entry) => choose(entry, false));
  useEffect(() => {
    if (first) {
      setHurried(false);
      chooseFirst(first);
    }
  }, [first]);

  const choose = ({ action }: Entry, newTab: boolean) => {
    if ('run' in action) {
      action.run();
    } else if ('href' in action) {
      window.open(action.href, '_blank', 'noreferrer');
    } else if (newTab) {
      window.open(router.buildLocation({ to: action.to, search: action.search ?? {} }).publicHref, '_blank');
    } else {
      void router.navigate({ to: action.to, search: action.search ?? {} });
    }
    closePalette();
  };
  const move = (event: KeyboardEvent, to: number) => {
    event.preventDefault();
    setActive(entries.at(to % Math.max(entries.length, 1))?.key);
  };
  const keyDown = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing) {
      return;
    }
    if (event.key === 'ArrowDown') {
      move(event, index + 1);
    } else if (event.key === 'ArrowUp') {
      move(event, index - 1);
    } else if (event.key === 'Enter') {
      event.preventDefault();
      if (current) {
        choose(current.entry, event.ctrlKey || event.metaKey);
      } else {
        setHurried(searching);
      }
    }
  };
  return (
    <>
      <div className={classes.query}>
        <IconSearch size={20} stroke={1.5} aria-hidden />
        <input
          data-autofocus
          value={typed}
          onChange={(event) => {
            setTyped(event.currentTarget.value);
            setActive(undefined);
            setHurried(false);
          }}
          onKeyDown={keyDown}
          placeholder={t('palette.placeholder')}
          aria-label={t('palette.label')}
          role="combobox"
          aria-expanded
          aria-controls={listId}
          aria-activedescendant={current && `${listId}-${index}`}
          aria-autocomplete="list"
          autoComplete="off"
          spellCheck={false}
        />
        <KeyCap>Esc</KeyCap>
      </div>
      <div ref={list} id={listId} role="listbox" aria-label={t('palette.results')} className={classes.list}>
        {groups.map((group) => (
          // biome-ignore lint/a11y/useSemanticElements: a listbox groups its options by role, not by fieldset
          <div key={group.id} role="group" aria-label={group.label}>
            <div className={classes.group} aria-hidden>
              {group.label}
            </div>
            {group.entries.map((entry) => {
              const key = `${group.id}/${entry.id}`;
              const at = entries.findIndex((one) => one.key === key);
              return (
                <PaletteItem
                  key={entry.id}
                  id={`${listId}-${at}`}
                  entry={entry}
                  query={typed.replace(/^>/, '').trim()}
                  active={at === index}
                  onActivate={() => setActive(key)}
                  onChoose={(newTab) => choose(entry, newTab)}
                />
              );
            })}
          </div>
        ))}
      </div>
      {entries.length === 0 && !searching && (
        <div className={classes.nothing}>
          <p>{t('palette.nothing', { query: typed.trim() })}</p>
          <p className="muted">{t('palette.nothingHint')}</p>
        </div>
      )}
      <div className="sr-only" role="status">
        {searching ? t('palette.searching') : t('palette.count', { count: entries.length })}
      </div>
      <PaletteFooter failed={failed} />
    </>
  );
}
