import { TextInput } from '@mantine/core';
import { useDebouncedCallback } from '@mantine/hooks';
import { IconSearch, IconX } from '@tabler/icons-react';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { IconButton } from '../ui/icon-button.tsx';
import { KeyCap } from '../ui/key-cap.tsx';
import classes from './toolbar.module.css';

/** Search and filters of a list in one row; wraps if there may be many filters. */
export function Toolbar({ children, wrap }: { children: ReactNode; wrap?: boolean }) {
  return (
    <search>
      <div className={classes.toolbar} data-wrap={wrap}>
        {children}
      </div>
    </search>
  );
}

type ToolbarEndProps = {
  children: ReactNode;
  /** The list is loading; see the property of PageHeader. */
  isPending?: boolean;
};

/** Content at the end of the row, such as the action of a list inside a tab. */
export function ToolbarEnd({ children, isPending }: ToolbarEndProps) {
  return (
    <div className={classes.end} data-pending={isPending || undefined}>
      {children}
    </div>
  );
}

type SearchFieldProps = { label: string; placeholder: string; value: string; onSearch: (value: string) => void };

/** Searches while typing; `/` focuses it from anywhere on the page, Escape clears it. */
export function SearchField({ label, placeholder, value, onSearch }: SearchFieldProps) {
  const { t } = useTranslation();
  const input = useRef<HTMLInputElement>(null);
  const [text, setText] = useState(value);
  const [shown, setShown] = useState(value);
  // The URL changed without typing: the filters were cleared, or Back was pressed.
  if (shown !== value) {
    setShown(value);
    if (value !== text.trim()) {
      setText(value);
    }
  }
  const search = useDebouncedCallback((next: string) => onSearch(next.trim()), 250);
  const type = (next: string) => {
    setText(next);
    search(next);
  };
  useSlashShortcut(input);
  return (
    <TextInput
      ref={input}
      className={classes.search}
      classNames={{ input: classes.searchInput ?? '' }}
      type="search"
      aria-label={label}
      placeholder={placeholder}
      value={text}
      onChange={(event) => type(event.currentTarget.value)}
      onKeyDown={(event) => {
        if (event.key === 'Escape' && text) {
          event.preventDefault();
          type('');
        }
      }}
      leftSection={<IconSearch size={16} stroke={1.5} aria-hidden />}
      rightSection={
        text ? (
          <IconButton label={t('list.clearSearch')} size="small" onClick={() => type('')}>
            <IconX size={16} stroke={1.5} aria-hidden />
          </IconButton>
        ) : (
          <span className={classes.slash} aria-hidden>
            <KeyCap>/</KeyCap>
          </span>
        )
      }
      aria-keyshortcuts="/"
    />
  );
}

function useSlashShortcut(input: React.RefObject<HTMLInputElement | null>): void {
  useEffect(() => {
    const listen = (event: KeyboardEvent) => {
      const target = event.target instanceof HTMLElement ? event.target : undefined;
      const busy = target?.closest('input, textarea, select, [contenteditable], [role="dialog"], [role="menu"]');
      if (event.key === '/' && !busy && !event.ctrlKey && !event.metaKey && !event.altKey) {
        event.preventDefault();
        input.current?.focus();
      }
    };
    addEventListener('keydown', listen);
    return () => removeEventListener('keydown', listen);
  }, [input]);
}
