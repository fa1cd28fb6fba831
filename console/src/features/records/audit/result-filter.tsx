import { logOutcomes } from '@postern/contracts/records/audit';
import { useTranslation } from 'react-i18next';
import { Filter } from '#platform/list/filter.tsx';
import type { LogFilters } from './log-filters.ts';

export function ResultFilter({ list }: { list: Pick<LogFilters, 'filters' | 'setFilter'> }) {
  const { t } = useTranslation();
  return (
    <Filter
      single
      label={t('audit.columns.result')}
      options={logOutcomes.map((value) => ({ value, label: t(`audit.results.${value}`) }))}
      values={list.filters.outcome}
      onChange={(values) => list.setFilter('outcome', values)}
    />
  );
}
