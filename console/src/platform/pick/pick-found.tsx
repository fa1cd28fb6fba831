import type { UseQueryResult } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Paged } from '../client/use-read.ts';
import { useFormat } from '../i18n/format.ts';
import { containing } from '../list/containing.ts';
import { PickBox } from './pick-box.tsx';
import type { PickItem } from './pick-item.ts';

const shown = 50;

/** A search of the server for a picker: enough to see what there is; the search finds the rest. */
export function usePickSearch() {
  const [search, setSearch] = useState('');
  return {
    search,
    setSearch,
    query: { search: search ? containing(search) : undefined, page: '1', page_size: String(shown) },
  };
}

/** What was picked, and who hears of it. */
export type PickProps = { chosen: readonly PickItem[]; onChange: (chosen: PickItem[]) => void };

/** Nothing to pick without any search: either all are assigned already, or there are none at all. */
export const isNoneLeft = (find: ReturnType<typeof usePickSearch>, read: { data?: { total: number } }) =>
  find.search === '' && read.data?.total === 0;

type PickFoundProps<Row> = PickProps & {
  label: string;
  searchLabel: string;
  empty: string;
  find: ReturnType<typeof usePickSearch>;
  read: UseQueryResult<Paged<Row>>;
  item: (row: Row) => PickItem;
  autoFocus?: boolean;
};

/** Picks from what the server finds. An answer from before is not shown: its rows may have been assigned since. */
export function PickFound<Row>({ find, read, item, ...props }: PickFoundProps<Row>) {
  const { t } = useTranslation();
  const { number } = useFormat();
  const data = read.isFetchedAfterMount ? read.data : undefined;
  const rest = data && data.total > data.items.length;
  return (
    <PickBox
      {...props}
      groups={data && [{ items: data.items.map(item) }]}
      search={find.search}
      onSearch={find.setSearch}
      error={read.error}
      note={rest ? t('pick.first', { shown: number(data.items.length), total: number(data.total) }) : undefined}
    />
  );
}
