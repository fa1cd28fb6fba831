import { Button } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { LostArt } from '#platform/feedback/art.tsx';
import { OuterScreen } from '#platform/page/outer-screen.tsx';
import { signOut } from '#platform/session/sign-in.ts';

/** The tenant requires a second factor: the sign-in asks for it, or leads through its set-up. */
export function SecondFactorPage() {
  const { t } = useTranslation();
  return (
    <OuterScreen
      art={<LostArt />}
      title={t('ownSecurity.required.title')}
      body={t('ownSecurity.required.body')}
      actions={<Button onClick={() => void signOut()}>{t('ownSecurity.required.action')}</Button>}
    />
  );
}
