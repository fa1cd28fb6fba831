import { TextInput } from '@mantine/core';
import { useDebouncedCallback } from '@mantine/hooks';
import { IconSearch } from '@tabler/icons-react';
import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { failureMessage } from '../client/show-failure.ts';
import { Skeleton } from '../ui/skeleton.tsx';
import { Chosen } from './chosen.tsx';
import classes from './pick.module.css';
import type { PickGroup, PickItem } from './pick-item.ts';
import { PickList } from './pick-list.tsx';

type PickBoxProps = {
  label: string;
  searchLabel: string;
  /** Undefined while loading. */
  groups: readonly PickGroup[] | readonly [{ items: PickItem[] }] | undefined;
  chosen: readonly PickItem[];
  onChange: (chosen: PickItem[]) => void;
  onSearch: (text: string) => void;
  search: string;
  error?: unknown;
  /** Shown if there is nothing to pick, without a search. */
  empty: string;
  /** Shown below the list, for example that there are more items. */
  note?: string;
  autoFocus?: boolean;
  /** Less tall, for a second picker in the same dialog. */
  short?: boolean;
};

/** Picks many of many: available items on the left, picked ones on the right. A search keeps the picked ones. */
export function PickBox({ groups, chosen, onChange, ...props }: PickBoxProps) {
  const id = useId();
  const count = groups?.reduce((sum, group) => sum + group.items.length, 0);
  return (
    <fieldset className={classes.box} aria-labelledby={id}>
      <legend id={id} className={classes.legend}>
        {props.label}
      </legend>
      <div className={classes.panes} data-short={props.short || undefined}>
        <div className={classes.pane}>
          <PickSearch {...props} />
          {count ? (
            <PickList
              groups={(groups ?? []).map((group) => ({ id: '', label: '', ...group }))}
              isOpen={props.search !== ''}
              chosen={chosen}
              onChange={onChange}
            />
          ) : (
            <Instead isLoading={count === undefined} {...props} />
          )}
          {props.note && <p className={classes.note}>{props.note}</p>}
        </div>
        <Chosen chosen={chosen} onChange={onChange} />
      </div>
    </fieldset>
  );
}

function PickSearch({
  searchLabel,
  onSearch,
  autoFocus,
}: Pick<PickBoxProps, 'searchLabel' | 'onSearch' | 'autoFocus'>) {
  const [text, setText] = useState('');
  const search = useDebouncedCallback((next: string) => onSearch(next.trim()), 200);
  return (
    <TextInput
      type="search"
      classNames={{ root: classes.search ?? '', input: classes.searchInput ?? '' }}
      aria-label={searchLabel}
      placeholder={searchLabel}
      value={text}
      onChange={(event) => {
        setText(event.currentTarget.value);
        search(event.currentTarget.value);
      }}
      onKeyDown={(event) => {
        // Enter would submit the form before anything is picked.
        if (event.key === 'Enter') {
          event.preventDefault();
        }
      }}
      leftSection={<IconSearch size={16} stroke={1.5} aria-hidden />}
      autoComplete="off"
      data-autofocus={autoFocus || undefined}
    />
  );
}

/** Replaces the list: a skeleton while loading, otherwise why it is empty. */
function Instead({
  isLoading,
  error,
  search,
  empty,
}: Pick<PickBoxProps, 'error' | 'search' | 'empty'> & { isLoading: boolean }) {
  const { t } = useTranslation();
  if (error) {
    return (
      <p className={classes.instead} role="alert">
        {failureMessage(error)}
      </p>
    );
  }
  if (isLoading) {
    return (
      <div className={classes.loading} aria-busy>
        {[148, 112, 172, 96, 136].map((width) => (
          <Skeleton key={width} width={width} />
        ))}
      </div>
    );
  }
  return <p className={classes.instead}>{search ? t('list.nothingFor', { search }) : empty}</p>;
}
