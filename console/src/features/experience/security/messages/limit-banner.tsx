import { messageLimitsApi } from '@postern/contracts/messages/message-limits';
import { IconAlertTriangle } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { messageLimitsPath } from '#paths/security.ts';
import { useRead } from '#platform/client/use-read.ts';
import { Notice } from '#platform/feedback/notice.tsx';
import { useFormat } from '#platform/i18n/format.ts';
import { PageLink } from '#platform/router/page-link.tsx';
import classes from '../security.module.css';
import { nearLimits } from './used-limits.ts';

const refreshMs = 60_000;

/** Warns while the tenant has used most of a message limit. Shows nothing while the numbers are not known. */
export function LimitBanner() {
  const { t } = useTranslation();
  const { number } = useFormat();
  const { data } = useRead(messageLimitsApi.get, {}, { quiet: true, every: refreshMs });
  const near = data ? nearLimits(data) : [];
  if (near.length === 0) {
    return null;
  }
  const isFull = near.some(({ used, limit }) => used >= limit);
  return (
    <div className={classes.banner}>
      <Notice
        tone={isFull ? 'danger' : 'warning'}
        icon={IconAlertTriangle}
        title={t(isFull ? 'security.messages.banner.full' : 'security.messages.banner.near')}
      >
        {near.map(({ name, used, limit }) => (
          <p key={name}>
            {t(`security.messages.banner.${name}`, { used: number(Math.min(used, limit)), limit: number(limit) })}
          </p>
        ))}
        <p>
          {t('security.messages.banner.advice')}{' '}
          <PageLink to={messageLimitsPath}>{t('security.messages.banner.open')}</PageLink>
        </p>
      </Notice>
    </div>
  );
}
