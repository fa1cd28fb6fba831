import { Button } from '@mantine/core';
import type { Acknowledgement } from '@postern/contracts/account/me';
import { IconInfoCircle } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { useAcknowledged } from '../preferences.ts';
import { isReadOnly } from '../session/read-only.ts';
import classes from './notice.module.css';
import { Notice } from './notice.tsx';

type AcknowledgedNoticeProps = { of: Acknowledgement; title: string; body: string };

/** A hint that each person reads once. It appears for people who may change something. */
export function AcknowledgedNotice({ of, title, body }: AcknowledgedNoticeProps) {
  const { t } = useTranslation();
  const notice = useAcknowledged(of);
  if (notice.isRead !== false || isReadOnly()) {
    return null;
  }
  return (
    <div className={classes.acknowledged}>
      <Notice tone="info" icon={IconInfoCircle} title={title}>
        {body}
        <span className={classes.actions}>
          <Button variant="default" size="xs" onClick={notice.acknowledge}>
            {t('actions.gotIt')}
          </Button>
        </span>
      </Notice>
    </div>
  );
}
