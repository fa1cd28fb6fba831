import type { ReactNode } from 'react';
import { Screen, type ScreenProps } from '#platform/feedback/screens.tsx';
import { useKeptPreferences } from '#platform/preferences.ts';
import { UserMenu } from '#platform/shell/user-menu.tsx';
import { Logo } from '#platform/ui/logo.tsx';
import { usePageTitle } from '#platform/ui/page-title.ts';
import classes from './tenants.module.css';

/** One sentence and the way out, for people who are in no tenant yet. */
export function OuterScreen({ children, ...screen }: ScreenProps & { children?: ReactNode }) {
  usePageTitle(screen.title);
  useKeptPreferences();
  return (
    <div className={classes.landing}>
      <header className={classes.landingBar}>
        <Logo />
        <UserMenu />
      </header>
      <main>
        <Screen {...screen}>{children}</Screen>
      </main>
    </div>
  );
}
