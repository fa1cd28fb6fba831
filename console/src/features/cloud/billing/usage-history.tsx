import { type DailyUsage, plansApi } from '@postern/contracts/cloud/plans';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useAmounts } from '#features/cloud/plans/shared/format-amounts.ts';
import { useRead } from '#platform/client/use-read.ts';
import { LoadFailed } from '#platform/feedback/load-failed.tsx';
import { Skeleton } from '#platform/ui/skeleton.tsx';
import classes from './billing.module.css';
import { DayBars } from './day-bars.tsx';
import { fillDays, lastDays } from './fill-days.ts';
import { Section } from './frames.tsx';

const shownDays = 30;
const measures = ['activeUsers', 'tokens'] as const;
type Measure = (typeof measures)[number];

/** Active users or tokens of the last days, as chart or table. */
export function UsageHistory({ tenantId }: { tenantId: string }) {
  const { t } = useTranslation();
  const [measure, setMeasure] = useState<Measure>('activeUsers');
  const [isTable, setTable] = useState(false);
  const days = lastDays(shownDays, Date.now());
  const query = { from: days[0] ?? '', to: days.at(-1) ?? '' };
  const history = useRead(plansApi.usageHistory, { params: { id: tenantId }, query }, { quiet: true });
  const filled = history.data && fillDays(days, history.data);
  return (
    <Section
      title={t('billing.history.title')}
      note={t('billing.history.note')}
      actions={
        <>
          {/* biome-ignore lint/a11y/useSemanticElements: two buttons in a row are no form */}
          <div className={classes.choices} role="group" aria-label={t('billing.history.choose')}>
            {measures.map((name) => (
              <button key={name} type="button" aria-pressed={measure === name} onClick={() => setMeasure(name)}>
                {t(`billing.history.${name}`)}
              </button>
            ))}
          </div>
          <button type="button" className="link" onClick={() => setTable(!isTable)}>
            {t(isTable ? 'billing.history.chart' : 'billing.history.table')}
          </button>
        </>
      }
    >
      <div className={classes.card}>
        {history.error && !filled ? (
          <LoadFailed error={history.error} retry={history.refetch} />
        ) : filled ? (
          <>
            {!isTable && <DayBars days={filled} measure={measure} />}
            <DayTable days={filled} isHidden={!isTable} />
          </>
        ) : (
          <div className={classes.chart} aria-busy="true">
            <Skeleton width="100%" height={160} />
          </div>
        )}
      </div>
    </Section>
  );
}

/** The same numbers for screen readers; shown to everyone on demand. */
function DayTable({ days, isHidden }: { days: readonly DailyUsage[]; isHidden: boolean }) {
  const { t } = useTranslation();
  const { day, number } = useAmounts();
  return (
    <section
      className={isHidden ? 'sr-only' : classes.dayTable}
      // Scrollable content must be reachable by keyboard.
      tabIndex={isHidden ? undefined : 0}
      aria-label={t('billing.history.title')}
    >
      <table className={classes.table} aria-label={t('billing.history.title')}>
        <thead>
          <tr>
            <th scope="col">{t('billing.history.date')}</th>
            <th scope="col">{t('billing.history.activeUsers')}</th>
            <th scope="col">{t('billing.history.tokens')}</th>
          </tr>
        </thead>
        <tbody>
          {days.toReversed().map(({ date, activeUsers, tokens }) => (
            <tr key={date}>
              <th scope="row">{day(date)}</th>
              <td className="tabular">{number(activeUsers)}</td>
              <td className="tabular">{number(tokens)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}
