import type { Log } from '@postern/contracts/records/audit';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { AddFilter } from '#platform/list/add-filter.tsx';
import type { Adding } from '#platform/list/filter-chip.tsx';
import { ActorFilter } from './actor-filter.tsx';
import { ApplicationFilter, OrganizationFilter, UserFilter } from './entity-filters.tsx';
import { EventFilter } from './event-filter.tsx';
import type { FilterName, LogFilters } from './log-filters.ts';
import { LogTimeFilter } from './log-time-filter.tsx';
import { ObjectFilter } from './object-filter.tsx';
import { ResultFilter } from './result-filter.tsx';

type Chip = { id: FilterName; label: string; show: (adding: Adding) => ReactNode };

/** The filters of the columns, and those that are shown when set or added. */
export function FilterBar({ list, logs }: { list: LogFilters; logs: readonly Log[] | undefined }) {
  const { t } = useTranslation();
  const [wanted, setWanted] = useState<string>();
  const chips: Chip[] = [
    { id: 'userId', label: t('audit.user'), show: (adding) => <UserFilter {...adding} list={list} /> },
    {
      id: 'applicationId',
      label: t('audit.application'),
      show: (adding) => <ApplicationFilter {...adding} list={list} />,
    },
    {
      id: 'organizationId',
      label: t('audit.organization'),
      show: (adding) => <OrganizationFilter {...adding} list={list} />,
    },
  ];
  const isShown = ({ id }: Chip) => id === wanted || list.filters[id].length > 0;
  return (
    <>
      <EventFilter list={list} includesChanges />
      <ActorFilter list={list} logs={logs} />
      <ObjectFilter list={list} logs={logs} />
      <ResultFilter list={list} />
      <LogTimeFilter list={list} />
      {chips.filter(isShown).map(({ id, show }) => (
        <span key={id}>{show({ isNew: id === wanted, onLeave: () => setWanted(undefined) })}</span>
      ))}
      <AddFilter filters={chips.filter((chip) => !isShown(chip))} onAdd={setWanted} />
    </>
  );
}
