import { userFlags } from '@postern/contracts/people/user-filter';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { AddFilter } from '#platform/list/add-filter.tsx';
import { Filter } from '#platform/list/filter.tsx';
import type { Adding } from '#platform/list/filter-chip.tsx';
import type { FilterName, UsersList } from './filters.ts';
import { ApplicationFilter, RoleFilter } from './named-filters.tsx';
import { CreatedFilter, SignInFilter } from './time-filters.tsx';

type Chip = { id: string; label: string; names: readonly FilterName[]; show: (adding: Adding) => ReactNode };

/** Status and application are always shown, other filters when set or added. */
export function FilterBar({ list }: { list: UsersList }) {
  const { t } = useTranslation();
  const [wanted, setWanted] = useState<string>();
  const chips = useChips(list);
  const isSet = ({ names }: Chip) => names.some((name) => list.filters[name].length > 0);
  const isShown = (chip: Chip) => chip.id === wanted || isSet(chip);
  return (
    <>
      <Filter
        label={t('userList.filters.status')}
        single
        options={[
          { value: 'false', label: t('userList.filters.active') },
          { value: 'true', label: t('userList.filters.suspended') },
        ]}
        values={list.filters.isSuspended}
        onChange={(values) => list.setFilter('isSuspended', values)}
      />
      <ApplicationFilter
        values={list.filters.applicationId}
        onChange={(values) => list.setFilter('applicationId', values)}
      />
      {chips.filter(isShown).map((chip) => (
        <span key={chip.id}>{chip.show({ isNew: chip.id === wanted, onLeave: () => setWanted(undefined) })}</span>
      ))}
      <AddFilter filters={chips.filter((chip) => !isShown(chip))} onAdd={setWanted} />
    </>
  );
}

function useChips(list: UsersList): Chip[] {
  const { t } = useTranslation();
  return [
    {
      id: 'role',
      label: t('userList.filters.role'),
      names: ['roleId'],
      show: (adding) => (
        <RoleFilter {...adding} values={list.filters.roleId} onChange={(values) => list.setFilter('roleId', values)} />
      ),
    },
    {
      id: 'latest',
      label: t('userList.filters.latest'),
      names: ['lastSignInFrom', 'lastSignInTo', 'neverSignedIn'],
      show: (adding) => <SignInFilter {...adding} list={list} />,
    },
    {
      id: 'created',
      label: t('userList.filters.created'),
      names: ['createdFrom', 'createdTo'],
      show: (adding) => <CreatedFilter {...adding} list={list} />,
    },
    ...userFlags.map(
      (flag): Chip => ({
        id: flag,
        label: t(`userList.filters.${flag}`),
        names: [flag],
        show: (adding) => (
          <Filter
            {...adding}
            single
            label={t(`userList.filters.${flag}`)}
            options={[
              { value: 'true', label: t('userList.filters.has') },
              { value: 'false', label: t('userList.filters.hasNot') },
            ]}
            values={list.filters[flag]}
            onChange={(values) => list.setFilter(flag, values)}
          />
        ),
      }),
    ),
  ];
}
