import type { DailyUsage } from '@postern/contracts/cloud/plans';
import { type PointerEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useAmounts } from '#features/cloud/plans/shared/format-amounts.ts';
import classes from './billing.module.css';

const height = 120;
const step = 20;
const barWidth = 14;

/** Bars by day with a tooltip for the value. Screen readers use the table beside it. */
export function DayBars({ days, measure }: { days: readonly DailyUsage[]; measure: 'activeUsers' | 'tokens' }) {
  const { t } = useTranslation();
  const { day, number } = useAmounts();
  const [at, setAt] = useState<number>();
  const values = days.map((one) => one[measure]);
  const most = Math.max(...values);
  const pointed = at === undefined ? undefined : days[at];
  const move = ({ clientX, currentTarget }: PointerEvent<SVGSVGElement>) => {
    const { left, width, right } = currentTarget.getBoundingClientRect();
    const isRtl = getComputedStyle(currentTarget).direction === 'rtl';
    const share = (isRtl ? right - clientX : clientX - left) / width;
    setAt(Math.min(days.length - 1, Math.max(0, Math.floor(share * days.length))));
  };
  const caption = pointed
    ? t('billing.history.value', { date: day(pointed.date), value: number(pointed[measure]) })
    : most === 0
      ? t('billing.history.none')
      : t('billing.history.total', { value: number(most) });
  return (
    <div className={classes.chart} aria-hidden>
      <div className={`${classes.small} tabular`}>{caption}</div>
      <svg
        aria-hidden
        viewBox={`0 0 ${days.length * step} ${height}`}
        preserveAspectRatio="none"
        className={classes.bars}
        onPointerMove={move}
        onPointerLeave={() => setAt(undefined)}
      >
        {values.map((value, index) => {
          const tall = most === 0 ? 0 : (value / most) * (height - 4);
          return (
            <rect
              key={days[index]?.date}
              className={classes.bar}
              data-at={index === at || undefined}
              data-none={value === 0 || undefined}
              x={index * step + (step - barWidth) / 2}
              y={height - Math.max(tall, 2)}
              width={barWidth}
              height={Math.max(tall, 2)}
            />
          );
        })}
      </svg>
      <div className={`${classes.axis} tabular`}>
        <span>{days[0] && day(days[0].date)}</span>
        <span>{days.length > 0 && day(days.at(-1)?.date ?? '')}</span>
      </div>
    </div>
  );
}
