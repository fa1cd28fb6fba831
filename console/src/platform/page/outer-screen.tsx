import type { ReactNode } from 'react';
import { Screen, type ScreenProps } from '../feedback/screens.tsx';
import { useKeptPreferences } from '../preferences.ts';
import { UserMenu } from '../shell/user-menu.tsx';
import { Logo } from '../ui/logo.tsx';
import { usePageTitle } from '../ui/page-title.ts';
import classes from './outer-screen.module.css';

type OuterScreenProps = ScreenProps & { children?: ReactNode };

/** One sentence and actions, outside of all tenants, for people who are not signed in. Makes no requests. */
export function SignedOutScreen({ children, menu, ...screen }: OuterScreenProps & { menu?: ReactNode }) {
  usePageTitle(screen.title);
  return (
    <div className={classes.page}>
      <header className={classes.bar}>
        <Logo />
        {menu}
      </header>
      <main>
        <Screen {...screen}>{children}</Screen>
      </main>
    </div>
  );
}

/** The same for people who are signed in but in no tenant. */
export function OuterScreen(props: OuterScreenProps) {
  useKeptPreferences();
  return <SignedOutScreen menu={<UserMenu />} {...props} />;
}
