import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { connectorsPath } from '#paths/connectors.ts';
import { NavTabs } from '#platform/detail/nav-tabs.tsx';
import { PageBody, PageHeader } from '#platform/page/page-header.tsx';

type ListFrameProps = {
  actions?: ReactNode;
  busy?: boolean;
  /** See the property of PageHeader. */
  isPending?: boolean;
  children: ReactNode;
};

/** Header and tabs of the connector lists. */
export function ListFrame({ actions, busy, isPending, children }: ListFrameProps) {
  const { t } = useTranslation();
  return (
    <PageBody busy={busy}>
      <PageHeader
        title={t('nav.connectors')}
        purpose={t('connectors.purpose')}
        actions={actions}
        isPending={isPending}
      />
      <NavTabs of={connectorsPath} overList />
      {children}
    </PageBody>
  );
}
