import { TextInput } from '@mantine/core';
import { dashboardApi } from '@postern/contracts/records/dashboard';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { useRead } from '#platform/client/use-read.ts';
import { PageBody, PageHeader } from '#platform/page/page-header.tsx';
import type { SearchParams } from '#platform/router/page-path.ts';
import { ActivityCard } from './activity-card.tsx';
import { FailuresCard } from './failures-card.tsx';
import { Figures } from './figures.tsx';
import { FunnelCard } from './funnel-card.tsx';
import classes from './shared/dashboard.module.css';
import { isDay, toDay } from './shared/days.ts';

/** The day in the URL; undefined is today. */
function useDay() {
  const { date }: SearchParams = useSearch({ strict: false });
  const navigate = useNavigate();
  const setDay = (next: string | undefined) =>
    void navigate({
      to: '.',
      search: (current: SearchParams) => ({ ...current, date: next }),
      replace: true,
    });
  return { day: typeof date === 'string' && isDay(date) ? date : undefined, setDay };
}

export function DashboardPage() {
  const { t } = useTranslation();
  const { day, setDay } = useDay();
  const signIns = useRead(dashboardApi.signIns, { query: { date: day, days: '30' } }, { keep: true });
  return (
    <PageBody>
      <PageHeader
        title={t('nav.dashboard')}
        purpose={t('dashboard.purpose')}
        isForReaders
        actions={
          <TextInput
            type="date"
            aria-label={t('dashboard.date')}
            className={classes.date}
            value={day ?? toDay(new Date())}
            max={toDay(new Date())}
            onChange={({ currentTarget: { value } }) =>
              setDay(isDay(value) && value !== toDay(new Date()) ? value : undefined)
            }
          />
        }
      />
      <div className={classes.stack}>
        <Figures day={day} />
        <ActivityCard day={day} />
        <FunnelCard read={signIns} />
        <FailuresCard read={signIns} />
      </div>
    </PageBody>
  );
}
