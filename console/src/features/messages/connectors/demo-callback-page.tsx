import { useNavigate, useSearch } from '@tanstack/react-router';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { Screen } from '#platform/feedback/screens.tsx';
import type { SearchParams } from '#platform/router/page-path.ts';
import { usePageTitle } from '#platform/ui/page-title.ts';
import classes from './connectors.module.css';

/** Callback page of demo providers. The code is not used and must not stay in the URL. */
export function DemoCallbackPage() {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const { code }: SearchParams = useSearch({ strict: false });
  usePageTitle(t('connectors.demo.title'));
  useEffect(() => {
    if (code !== undefined) {
      void navigate({
        to: '.',
        search: (current: SearchParams) => ({ ...current, code: undefined }),
        replace: true,
      });
    }
  }, [code, navigate]);
  return (
    <main className={classes.demo}>
      <Screen title={t('connectors.demo.title')} body={t('connectors.demo.body')} />
    </main>
  );
}
