import { defaultPageSize } from '@postern/contracts/fields';
import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../i18n/format.ts';
import type { SearchParams } from '../router/page-path.ts';
import { Skeleton } from '../ui/skeleton.tsx';
import classes from './pager.module.css';
import { pagesAround } from './pages-around.ts';

type PagerProps = {
  page: number;
  total: number | undefined;
  /** The limit of the server's count: a larger total means "more than". */
  cap?: number;
};

/** Range on the left, page links on the right. Shows a placeholder of the same height while loading. */
export function Pager({ page, total: counted, cap = Number.POSITIVE_INFINITY }: PagerProps) {
  const { t } = useTranslation();
  const { number } = useFormat();
  if (counted === undefined) {
    return (
      <div className={classes.pager}>
        <Skeleton width={84} />
      </div>
    );
  }
  const total = Math.min(counted, cap);
  const shownTotal = counted > cap ? t('list.moreThan', { number: number(cap) }) : number(total);
  const last = Math.max(1, Math.ceil(total / defaultPageSize));
  const from = (page - 1) * defaultPageSize + 1;
  const to = Math.min(page * defaultPageSize, total);
  return (
    <nav className={classes.pager} aria-label={t('list.pages')}>
      <span>{t('list.range', { from: number(from), to: number(to), total: shownTotal })}</span>
      <span className={classes.spacer} />
      {last > 1 && (
        <>
          <Step to={page - 1} enabled={page > 1} label={t('list.previous')}>
            <IconChevronLeft size={18} stroke={1.5} className="flip" aria-hidden />
          </Step>
          {pagesAround(page, last).map((entry) =>
            entry.gap ? (
              <span key={entry.key} className={`${classes.pageLink} ${classes.gap}`} aria-hidden>
                …
              </span>
            ) : (
              <Link
                key={entry.key}
                to="."
                search={onPage(entry.page)}
                className={classes.pageLink}
                data-page
                aria-label={t('list.page', { page: number(entry.page) })}
                activeOptions={exactly}
              >
                {number(entry.page)}
              </Link>
            ),
          )}
          <Step to={page + 1} enabled={page < last} label={t('list.next')}>
            <IconChevronRight size={18} stroke={1.5} className="flip" aria-hidden />
          </Step>
        </>
      )}
    </nav>
  );
}

// A link without `page` is current only if the URL has none.
const exactly = { exact: true, includeSearch: true, explicitUndefined: true };

const onPage = (page: number) => (current: SearchParams) => ({
  ...current,
  page: page === 1 ? undefined : String(page),
});

function Step({ to, enabled, label, children }: { to: number; enabled: boolean; label: string; children: ReactNode }) {
  return enabled ? (
    <Link to="." search={onPage(to)} className={classes.pageLink} aria-label={label} activeOptions={exactly}>
      {children}
    </Link>
  ) : (
    <span className={`${classes.pageLink} ${classes.off}`} aria-hidden>
      {children}
    </span>
  );
}
