import { IconChevronRight } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { PageLink } from '../router/page-link.tsx';
import type { PagePath } from '../router/page-path.ts';
import classes from './detail.module.css';

type BreadcrumbProps = { parents: readonly { to: PagePath<string>; label: string }[]; current: string };

export function Breadcrumb({ parents, current }: BreadcrumbProps) {
  const { t } = useTranslation();
  return (
    <nav className={classes.crumbs} aria-label={t('shell.breadcrumb')}>
      <ol>
        {parents.map(({ to, label }) => (
          <li key={to.path}>
            <PageLink to={to} exact>
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
