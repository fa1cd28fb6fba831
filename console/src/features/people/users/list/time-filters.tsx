import { useTranslation } from 'react-i18next';
import type { Adding } from '#platform/list/filter-chip.tsx';
import { TimeFilter } from '#platform/list/time-filter.tsx';
import type { UsersList } from './filters.ts';

type TimeProps = Adding & { list: UsersList };

const one = (moment: string | undefined) => (moment === undefined ? [] : [moment]);

export function CreatedFilter({ list, ...adding }: TimeProps) {
  const { t } = useTranslation();
  const { createdFrom, createdTo } = list.filters;
  return (
    <TimeFilter
      {...adding}
      label={t('userList.filters.created')}
      presets={[1, 7, 30, 90].map((days) => ({
        label: t('userList.times.lastDays', { count: days }),
        range: { from: `-${days}d` },
      }))}
      range={{ from: createdFrom[0], to: createdTo[0] }}
      onChange={({ from, to }) => list.setFilters({ createdFrom: one(from), createdTo: one(to) })}
    />
  );
}

/** Users who never signed in are included in those who did not sign in recently. */
export function SignInFilter({ list, ...adding }: TimeProps) {
  const { t } = useTranslation();
  const { lastSignInFrom, lastSignInTo, neverSignedIn } = list.filters;
  return (
    <TimeFilter
      {...adding}
      label={t('userList.filters.latest')}
      presets={[
        ...[7, 30, 90].map((days) => ({
          label: t('userList.times.lastDays', { count: days }),
          range: { from: `-${days}d` },
        })),
        ...[30, 90, 365].map((days) => ({
          label: t('userList.times.notInDays', { count: days }),
          range: { to: `-${days}d`, never: true },
        })),
        { label: t('userList.times.never'), range: { never: true } },
      ]}
      range={{ from: lastSignInFrom[0], to: lastSignInTo[0], never: neverSignedIn[0] === 'true' }}
      onChange={({ from, to, never }) =>
        list.setFilters({
          lastSignInFrom: one(from),
          lastSignInTo: one(to),
          neverSignedIn: one(never ? 'true' : undefined),
        })
      }
    />
  );
}
