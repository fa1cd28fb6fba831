import { Button } from '@mantine/core';
import { meSecondFactorsApi } from '@postern/contracts/account/me-security';
import { IconShieldLock } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import { profilePath } from '#paths/profile.ts';
import { useRead } from '#platform/client/use-read.ts';
import { Tile } from '#platform/ui/tile.tsx';
import classes from './factor-card.module.css';

export function FactorCard({ dismiss }: { dismiss: () => void }) {
  const { t } = useTranslation();
  const id = useId();
  const { data: factors } = useRead(meSecondFactorsApi.list, {}, { quiet: true });
  if (!factors || factors.length > 0) {
    return null;
  }
  return (
    <section className={classes.card} aria-labelledby={id}>
      <Tile icon={IconShieldLock} tint />
      <div className={classes.text}>
        <h2 id={id} className={classes.title}>
          {t('ownSecurity.card.title')}
        </h2>
        <p className={classes.body}>{t('ownSecurity.card.body')}</p>
      </div>
      <div className={classes.actions}>
        <Button variant="quiet" onClick={dismiss}>
          {t('ownSecurity.card.dismiss')}
        </Button>
        <Button component={Link} to={`/${profilePath.path}`}>
          {t('ownSecurity.card.action')}
        </Button>
      </div>
    </section>
  );
}
