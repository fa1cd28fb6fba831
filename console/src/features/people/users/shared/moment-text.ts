import { useTranslation } from 'react-i18next';
import { formatIn } from '#platform/i18n/format.ts';

const fewHours = 6 * 3_600_000;
const day = 86_400_000;

const startOfDay = (time: number) => new Date(time).setHours(0, 0, 0, 0);

/** Relative for a few hours, then today and yesterday with the time, then the date. */
export function useMomentText(): (time: number, now?: number) => string {
  const { t, i18n } = useTranslation();
  const { relative, date } = formatIn(i18n.language);
  const clock = new Intl.DateTimeFormat(i18n.language, { timeStyle: 'short' });
  return (time, now = Date.now()) => {
    if (now - time < fewHours) {
      return relative(Math.min(time, now), now);
    }
    const today = startOfDay(now);
    if (time >= today) {
      return t('users.today', { time: clock.format(time) });
    }
    // Half a day before midnight is yesterday, regardless of clock changes.
    if (time >= startOfDay(today - day / 2)) {
      return t('users.yesterday', { time: clock.format(time) });
    }
    return date(time);
  };
}
