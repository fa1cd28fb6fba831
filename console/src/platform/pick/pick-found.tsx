import type { UseQueryResult } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Paged } from '../client/use-read.ts';
import { useFormat } from '../i18n/format.ts';
import { containing } from '../list/containing.ts';
import { PickBox } from './pick-box.tsx';
import type { PickItem } from './pick-item.ts';

const shown = 50;

/** A server search for a picker: one page of items; the search finds the rest. */
export function usePickSearch() {
  const [search, setSearch] = useState('');
  return {
    search,
    setSearch,
    query: { search: search ? containing(search) : undefined, page: '1', page_size: String(shown) },
  };
}

/** The picked items, and their change handler. */
export type PickProps = { chosen: readonly PickItem[]; onChange: (chosen: PickItem[]) => void };

/** Nothing to pick without a search: all are already assigned, or there are none. */
export const isNoneLeft = (find: ReturnType<typeof usePickSearch>, read: { data?: { total: number } }) =>
  find.search === '' && read.data?.total === 0;

type PickFoundProps<Row> = PickProps & {
  label: string;
  searchLabel: string;
  empty: string;
  find: ReturnType<typeof usePickSearch>;
  read: UseQueryResult<Paged<Row>>;
  /** Undefined for a row that cannot be picked. */
  item: (row: Row) => PickItem | undefined;
  autoFocus?: boolean;
  short?: boolean;
};

/** Picks from server results. Cached results are not shown: their rows may have been assigned since. */
export function PickFound<Row>({ find, read, item, ...props }: PickFoundProps<Row>) {
  const { t } = useTranslation();
  const { number } = useFormat();
  const data = read.isFetchedAfterMount ? read.data : undefined;
  const rest = data && data.total > data.items.length;
  return (
    <PickBox
      {...props}
      groups={data && [{ items: data.items.flatMap((row) => item(row) ?? []) }]}
      search={find.search}
      onSearch={find.setSearch}
      error={read.error}
      note={rest ? t('pick.first', { shown: number(data.items.length), total: number(data.total) }) : undefined}
    />
  );
}
