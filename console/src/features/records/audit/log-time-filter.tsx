import { useTranslation } from 'react-i18next';
import { TimeFilter } from '#platform/list/time-filter.tsx';
import type { LogFilters } from './log-filters.ts';

const one = (moment: string | undefined) => (moment === undefined ? [] : [moment]);

export function LogTimeFilter({ list }: { list: Pick<LogFilters, 'filters' | 'setFilters'> }) {
  const { t } = useTranslation();
  const { start_time: start, end_time: end } = list.filters;
  return (
    <TimeFilter
      label={t('audit.columns.time')}
      presets={[1, 7, 30, 90].map((days) => ({
        label: t('audit.filters.lastDays', { count: days }),
        range: { from: `-${days}d` },
      }))}
      range={{ from: start[0], to: end[0] }}
      onChange={({ from, to }) => list.setFilters({ start_time: one(from), end_time: one(to) })}
    />
  );
}
