import type { SigningKey } from '@postern/contracts/access/signing-keys';
import { IconCircleCheck, IconClock, IconHistory } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { useFormat } from '#platform/i18n/format.ts';
import { Tag } from '#platform/ui/tag.tsx';
import classes from './signing-keys.module.css';

const looks = {
  Next: { tone: 'info', icon: IconClock },
  Current: { tone: 'success', icon: IconCircleCheck },
  Previous: { tone: 'neutral', icon: IconHistory },
} as const;

/** The status of a key; a pending one shows when it becomes active. */
export function KeyStatus({ signingKey: { status, effectiveAt } }: { signingKey: SigningKey }) {
  const { t } = useTranslation();
  const { dateTime, relative } = useFormat();
  return (
    <span className={classes.status}>
      <Tag {...looks[status]}>{t(`signingKeys.statuses.${status}`)}</Tag>
      {effectiveAt !== undefined && (
        <span className={classes.when} title={dateTime(effectiveAt)}>
          {t('signingKeys.signs', { when: relative(effectiveAt) })}
        </span>
      )}
    </span>
  );
}
