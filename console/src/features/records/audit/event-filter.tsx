import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { FoundFilter } from '#platform/list/found-filter.tsx';
import { latest } from './entity-filters.tsx';
import { changeKeys, entryKeys } from './event-keys.ts';
import type { LogFilters } from './log-filters.ts';
import { eventTitle } from './shared/event-title.ts';

type Props = { list: Pick<LogFilters, 'filters' | 'setFilter'>; includesChanges?: boolean };

/** Offers the events by their titles; a search also matches their keys. */
export function EventFilter({ list, includesChanges }: Props) {
  const { t, i18n } = useTranslation();
  const [search, setSearch] = useState('');
  const needle = search.toLocaleLowerCase(i18n.language);
  const found = (includesChanges ? [...entryKeys, ...changeKeys] : entryKeys)
    .map((key) => ({ value: key, label: eventTitle(t, key) }))
    .filter(({ value, label }) =>
      [value, label].some((text) => text.toLocaleLowerCase(i18n.language).includes(needle)),
    );
  return (
    <FoundFilter
      label={t('audit.columns.event')}
      searchLabel={t('audit.filters.searchEvents')}
      values={list.filters.logKey}
      nameOf={(key) => eventTitle(t, key)}
      found={found}
      search={search}
      onSearch={setSearch}
      onChange={(chosen) => list.setFilter('logKey', latest(chosen))}
    />
  );
}
