import { IconArrowLeft } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { type ReactNode, useCallback, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { ConnectionNotice } from '../feedback/connection-notice.tsx';
import { InFrame } from '../feedback/whole-screen.tsx';
import { useKeptPreferences } from '../preferences.ts';
import { Logo } from '../ui/logo.tsx';
import { useEvenMargins } from './even-margins.ts';
import { PageAnnouncer } from './page-announcer.tsx';
import classes from './shell.module.css';
import { UserMenu } from './user-menu.tsx';

/** The frame of pages outside of all tenants: the top bar without a sidebar. */
export function OuterFrame({ children }: { children: ReactNode }) {
  const { t } = useTranslation();
  const main = useRef<HTMLDivElement>(null);
  const skip = useCallback(() => main.current?.focus(), []);
  useKeptPreferences();
  useEvenMargins(main);
  return (
    <div className={`${classes.shell} ${classes.outer}`}>
      <button type="button" className={classes.skip} onClick={skip}>
        {t('shell.skip')}
      </button>
      <header className={classes.topbar}>
        <Link to="/" className={classes.home} aria-label={t('shell.home')}>
          <Logo />
        </Link>
        <span className={classes.spacer} />
        <Link to="/" className={classes.link}>
          <IconArrowLeft size={18} stroke={1.5} className="flip" aria-hidden />
          {t('shell.backToConsole')}
        </Link>
        <UserMenu />
      </header>
      <main className={classes.panel}>
        <div id="main" ref={main} className={classes.main} tabIndex={-1}>
          <ConnectionNotice />
          <InFrame>{children}</InFrame>
        </div>
      </main>
      <PageAnnouncer />
    </div>
  );
}
