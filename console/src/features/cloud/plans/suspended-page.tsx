import { Button } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { LostArt } from '#platform/feedback/art.tsx';
import { Screen } from '#platform/feedback/screens.tsx';
import { usePageTitle } from '#platform/ui/page-title.ts';
import classes from './plans.module.css';
import { ContactDialog } from './shared/contact-dialog.tsx';

/** Replaces every page of a suspended tenant. */
export function SuspendedPage({ reason }: { reason: string | null }) {
  const { t } = useTranslation();
  const [isAsking, setAsking] = useState(false);
  usePageTitle(t('plans.suspended.title'));
  return (
    <>
      <Screen
        art={<LostArt />}
        title={t('plans.suspended.title')}
        body={t('plans.suspended.by')}
        actions={<Button onClick={() => setAsking(true)}>{t('plans.contact.action')}</Button>}
      >
        {reason && <p className={classes.reason}>{t('plans.suspended.because', { reason })}</p>}
        <p className={classes.second}>{t('plans.suspended.body')}</p>
        <p className={classes.second}>{reason ? t('plans.suspended.open') : t('plans.suspended.next')}</p>
      </Screen>
      <ContactDialog opened={isAsking} onClose={() => setAsking(false)} />
    </>
  );
}
