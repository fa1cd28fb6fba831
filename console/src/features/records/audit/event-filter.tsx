import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { FoundFilter } from '#platform/list/found-filter.tsx';
import { latest } from './entity-filters.tsx';
import { changeKeys, entryKeys } from './event-keys.ts';
import type { LogFilters } from './log-filters.ts';
import { eventGroup, eventTitle } from './shared/event-title.ts';

type Props = { list: Pick<LogFilters, 'filters' | 'setFilter'>; includesChanges?: boolean };

/** Offers the events by what they are about; a search also matches their keys. */
export function EventFilter({ list, includesChanges }: Props) {
  const { t, i18n } = useTranslation();
  const [search, setSearch] = useState('');
  const needle = search.toLocaleLowerCase(i18n.language);
  const found = (includesChanges ? [...entryKeys, ...changeKeys] : entryKeys)
    .map((key) => ({ value: key, label: eventTitle(t, key), group: eventGroup(t, key) }))
    .filter(({ value, label, group }) =>
      [value, label, group].some((text) => text.toLocaleLowerCase(i18n.language).includes(needle)),
    );
  const groups = [...new Set(found.map(({ group }) => group))];
  return (
    <FoundFilter
      label={t('audit.columns.event')}
      searchLabel={t('audit.filters.searchEvents')}
      values={list.filters.logKey}
      nameOf={(key) => eventTitle(t, key)}
      found={groups.flatMap((group) => found.filter((one) => one.group === group))}
      search={search}
      onSearch={setSearch}
      onChange={(chosen) => list.setFilter('logKey', latest(chosen))}
    />
  );
}
