import type { Change } from '@postern/contracts/records/dashboard';
import { IconArrowDownRight, IconArrowUpRight } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import classes from './shared/dashboard.module.css';
import { useDayFormat } from './shared/format-day.ts';

/** The change since the time before: in percent, or as a number if there was nothing before. */
export function Delta({ change: { count, delta }, since }: { change: Change; since: string }) {
  const { t } = useTranslation();
  const { percent, signed } = useDayFormat();
  if (delta === 0) {
    return <span className={classes.delta}>{t('dashboard.noChange', { since })}</span>;
  }
  const before = count - delta;
  const Arrow = delta > 0 ? IconArrowUpRight : IconArrowDownRight;
  return (
    <span className={classes.delta}>
      <span className={classes.change} data-falls={delta < 0 || undefined} title={signed(delta)}>
        <Arrow size={14} stroke={2} aria-hidden className="flip" />
        <span className="sr-only">{delta > 0 ? t('dashboard.more') : t('dashboard.fewer')} </span>
        {before > 0 ? percent(Math.abs(delta) / before) : signed(delta)}
      </span>{' '}
      {since}
    </span>
  );
}
