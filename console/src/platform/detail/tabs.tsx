import { useTranslation } from 'react-i18next';
import { PageLink } from '../router/page-link.tsx';
import type { PagePath } from '../router/page-path.ts';
import classes from './detail.module.css';

export type Tab = { to: PagePath<string>; label: string; count?: number };

/** Tabs are pages, so they are links. A single one needs no row. */
export function Tabs({ tabs, params }: { tabs: readonly Tab[]; params?: Record<string, string> }) {
  const { t } = useTranslation();
  if (tabs.length < 2) {
    return null;
  }
  return (
    <nav className={classes.tabs} aria-label={t('shell.sections')}>
      {tabs.map(({ to, label, count }) => (
        <PageLink key={to.path} to={to} params={params} className={classes.tab}>
          {label}
          {count !== undefined && <span className={classes.count}>{count}</span>}
        </PageLink>
      ))}
    </nav>
  );
}
