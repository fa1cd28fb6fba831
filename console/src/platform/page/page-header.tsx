import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useCurrentTab } from '../router/current-tab.ts';
import { isReadOnly } from '../session/read-only.ts';
import { usePageTitle } from '../ui/page-title.ts';
import classes from './page.module.css';

type PageHeaderProps = {
  title: string;
  tag?: ReactNode;
  purpose: string;
  actions?: ReactNode;
  /**
   * The list of the page is loading. If it turns out to be empty, it has the actions in its middle instead, so they are
   * hidden until then: a click must not hit a button that is about to disappear.
   */
  isPending?: boolean;
  /** The actions change nothing, so read-only administrators see them too. */
  isForReaders?: boolean;
};

/** Title, one line of purpose, and the primary action on the right. */
export function PageHeader({ title, tag, purpose, actions, isPending, isForReaders }: PageHeaderProps) {
  const { t } = useTranslation();
  const tab = useCurrentTab()?.label(t);
  usePageTitle(tab === undefined || tab === title ? title : `${tab} · ${title}`);
  return (
    <header className={classes.header}>
      <div>
        <div className={classes.heading}>
          <h1 className={classes.title}>{title}</h1>
          {tag}
        </div>
        <p className={classes.purpose}>{purpose}</p>
      </div>
      {actions && (isForReaders || !isReadOnly()) && (
        <div className={classes.actions} data-pending={isPending || undefined}>
          {actions}
        </div>
      )}
    </header>
  );
}

/** The content of a page inside the shell. */
export function PageBody({ children, busy }: { children: ReactNode; busy?: boolean }) {
  return (
    <div className={classes.page} aria-busy={busy}>
      {children}
    </div>
  );
}
