import { Button } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { LostArt } from '#platform/feedback/art.tsx';
import { Screen } from '#platform/feedback/screens.tsx';
import { startSignIn } from '#platform/session/sign-in.ts';
import { Logo } from '#platform/ui/logo.tsx';
import { usePageTitle } from '#platform/ui/page-title.ts';
import classes from '../tenants/tenants.module.css';
import { readSuspendedBy } from './farewell.ts';

/** The session has ended with the suspension, so this page asks the server nothing. */
export function AccountSuspendedPage() {
  const { t } = useTranslation();
  const [by] = useState(readSuspendedBy);
  usePageTitle(t('live.account.title'));
  return (
    <div className={classes.landing}>
      <header className={classes.landingBar}>
        <Logo />
      </header>
      <main>
        <Screen
          art={<LostArt />}
          title={t('live.account.title')}
          body={by ? t('live.account.by', { by }) : t('live.account.body')}
          actions={<Button onClick={() => void startSignIn({})}>{t('live.account.other')}</Button>}
        />
      </main>
    </div>
  );
}
