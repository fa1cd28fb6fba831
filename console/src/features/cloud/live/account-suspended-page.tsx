import { Button } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { LostArt } from '#platform/feedback/art.tsx';
import { SignedOutScreen } from '#platform/page/outer-screen.tsx';
import { startSignIn } from '#platform/session/sign-in.ts';
import { readSuspendedBy } from './farewell.ts';

/** The suspension has ended the session, so this page makes no requests. */
export function AccountSuspendedPage() {
  const { t } = useTranslation();
  const [by] = useState(readSuspendedBy);
  return (
    <SignedOutScreen
      art={<LostArt />}
      title={t('live.account.title')}
      body={by ? t('live.account.by', { by }) : t('live.account.body')}
      actions={<Button onClick={() => void startSignIn({})}>{t('live.account.other')}</Button>}
    />
  );
}
