import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { Screen } from '#platform/feedback/screens.tsx';
import { usePageTitle } from '#platform/ui/page-title.ts';
import classes from './profile.module.css';
import { sendAnswer } from './social-channel.ts';

/** Runs in the provider's popup: passes on the response and closes. */
export function HandleSocialPage() {
  const { t } = useTranslation();
  usePageTitle(t('ownProfile.accounts.backTitle'));
  useEffect(() => {
    const parameters = new URLSearchParams(location.search);
    if (parameters.has('state')) {
      sendAnswer(Object.fromEntries(parameters));
      // Codes must not stay in the browser history.
      history.replaceState(null, '', location.pathname);
      window.close();
    }
  }, []);
  return (
    <main className={classes.landing}>
      <Screen title={t('ownProfile.accounts.backTitle')} body={t('ownProfile.accounts.backBody')} />
    </main>
  );
}
