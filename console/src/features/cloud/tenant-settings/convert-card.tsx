import { Button } from '@mantine/core';
import type { Tenant } from '@postern/contracts/cloud/tenants';
import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ConvertDialog } from './convert-dialog.tsx';
import classes from './tenant-settings.module.css';

/** Suggests to leave development, on the page Get started. */
export function ConvertCard({ tenant }: { tenant: Tenant }) {
  const { t } = useTranslation();
  const id = useId();
  const [isAsking, setAsking] = useState(false);
  return (
    <section className={classes.convertCard} aria-labelledby={id}>
      <div>
        <h2 id={id} className={classes.convertTitle}>
          {t('getStarted.convertTitle')}
        </h2>
        <p className={classes.convertBody}>{t('getStarted.convertBody')}</p>
      </div>
      <Button onClick={() => setAsking(true)}>{t('getStarted.convert')}</Button>
      {isAsking && <ConvertDialog tenant={tenant} onClose={() => setAsking(false)} />}
    </section>
  );
}
