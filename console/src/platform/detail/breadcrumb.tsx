import { IconChevronRight } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { PageLink } from '../router/page-link.tsx';
import type { PagePath } from '../router/page-path.ts';
import classes from './detail.module.css';

export type Crumb = { to: PagePath<string>; params?: Record<string, string>; label: string };

type BreadcrumbProps = { parents: readonly Crumb[]; current: string };

export function Breadcrumb({ parents, current }: BreadcrumbProps) {
  const { t } = useTranslation();
  return (
    <nav className={classes.crumbs} aria-label={t('shell.breadcrumb')}>
      <ol>
        {parents.map(({ to, params, label }) => (
          <li key={to.path}>
            <PageLink to={to} params={params} exact>
              {label}
            </PageLink>
            <IconChevronRight size={14} stroke={1.5} className="flip" aria-hidden />
          </li>
        ))}
        <li className="truncate" aria-current="page">
          {current}
        </li>
      </ol>
    </nav>
  );
}
