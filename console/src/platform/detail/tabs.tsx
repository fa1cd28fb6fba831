import { useRouterState } from '@tanstack/react-router';
import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../i18n/format.ts';
import { PageLink } from '../router/page-link.tsx';
import type { PagePath } from '../router/page-path.ts';
import { Skeleton } from '../ui/skeleton.tsx';
import classes from './detail.module.css';

type Tab = {
  to: PagePath<string>;
  label: string;
  /** `null` while loading: its space is reserved. */
  count?: number | null;
  /** Set by a page whose tabs are nested, where the URL alone is ambiguous. */
  isCurrent?: boolean;
};

type TabsProps = {
  tabs: readonly Tab[];
  params?: Record<string, string>;
  /** Between page header and list, instead of under the card of a details page. */
  overList?: boolean;
};

/** Beside the current tab, so that a further one is seen. */
const room = 48;

/**
 * On a narrow screen the current tab may be outside of the row. `scrollIntoView` would also move the Tab position
 * there, past the top bar and the sidebar.
 */
function showCurrent(row: HTMLElement | null): void {
  const [frame, tab] = [row, row?.querySelector('[aria-current]')].map((part) => part?.getBoundingClientRect());
  if (frame && tab) {
    row?.scrollBy({
      left: Math.max(0, tab.right + room - frame.right) || Math.min(0, tab.left - room - frame.left),
    });
  }
}

/** Tabs are pages, so they are links. A single tab is not shown. */
export function Tabs({ tabs, params, overList }: TabsProps) {
  const { t } = useTranslation();
  const { number } = useFormat();
  const row = useRef<HTMLElement>(null);
  const page = useRouterState({ select: (state) => state.resolvedLocation?.pathname });
  // biome-ignore lint/correctness/useExhaustiveDependencies: another page has another current tab
  useEffect(() => {
    const show = () => showCurrent(row.current);
    show();
    window.addEventListener('resize', show);
    return () => window.removeEventListener('resize', show);
  }, [page]);
  if (tabs.length < 2) {
    return null;
  }
  return (
    <nav ref={row} className={classes.tabs} data-over-list={overList || undefined} aria-label={t('shell.sections')}>
      {tabs.map(({ to, label, count, isCurrent }) => (
        <PageLink
          key={to.path}
          to={to}
          params={params}
          exact={isCurrent !== undefined}
          aria-current={isCurrent ? 'page' : undefined}
          className={classes.tab}
        >
          {label}
          {count !== undefined && <span className={classes.count}>{count !== null && number(count)}</span>}
        </PageLink>
      ))}
    </nav>
  );
}

/** The tab row while the tabs are unknown. */
export function TabsSkeleton() {
  return (
    <div className={classes.tabs} aria-hidden>
      {[56, 64, 88].map((width) => (
        <span key={width} className={classes.tab}>
          <Skeleton width={width} />
        </span>
      ))}
    </div>
  );
}
