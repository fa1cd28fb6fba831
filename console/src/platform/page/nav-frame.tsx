import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { NavTabs } from '../detail/nav-tabs.tsx';
import { navOf, useFeatures } from '../router/features.tsx';
import type { PagePath } from '../router/page-path.ts';
import { PageBody, PageHeader } from './page-header.tsx';

type NavFrameProps = {
  of: PagePath<string>;
  purpose: string;
  actions?: ReactNode;
  isForReaders?: boolean;
  busy?: boolean;
  children: ReactNode;
};

/** Title and tabs of a page of the sidebar whose tabs belong to several slices. */
export function NavFrame({ of, busy, children, ...header }: NavFrameProps) {
  const { t } = useTranslation();
  const item = navOf(useFeatures())
    .flatMap(({ items }) => items)
    .find(({ path }) => path.path === of.path);
  return (
    <PageBody busy={busy}>
      <PageHeader title={item?.label(t) ?? ''} {...header} />
      <NavTabs of={of} overList />
      {children}
    </PageBody>
  );
}
