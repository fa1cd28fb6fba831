import { Button } from '@mantine/core';
import { IconSearch } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { openPalette } from '../palette/open.ts';
import { useHomePage } from '../router/home-page.ts';
import { useListPage } from '../router/list-page.ts';
import { PageLink } from '../router/page-link.tsx';
import { ModKeys } from '../ui/key-cap.tsx';
import { Mark } from '../ui/logo.tsx';
import { usePageTitle } from '../ui/page-title.ts';
import { LostArt } from './art.tsx';
import classes from './screen.module.css';
import { useIsInFrame } from './whole-screen.tsx';

export type ScreenProps = {
  art?: ReactNode;
  title: string;
  body: ReactNode;
  actions?: ReactNode;
  children?: ReactNode;
};

/** A drawing, one sentence and actions. */
export function Screen({ art, title, body, actions, children }: ScreenProps) {
  return (
    <div className={classes.screen}>
      {art}
      <h1 className={classes.title}>{title}</h1>
      <p className={classes.body}>{body}</p>
      {children}
      {actions && <div className={classes.actions}>{actions}</div>}
    </div>
  );
}

/** Leads to the list of what is missing. `wasOpen`: the object was deleted elsewhere while its page was open. */
export function NotFound({ wasOpen = false }: { wasOpen?: boolean }) {
  const { t } = useTranslation();
  const home = useHomePage();
  const next = useListPage() ?? home;
  const title = t(wasOpen ? 'states.deletedTitle' : 'states.notFoundTitle');
  usePageTitle(title, true);
  return (
    <Screen
      art={<LostArt />}
      title={title}
      body={t(wasOpen ? 'states.deletedBody' : 'states.notFoundBody')}
      actions={
        <>
          {next && (
            <Button component={PageLink} to={next.path}>
              {t('states.goTo', { page: next.label(t) })}
            </Button>
          )}
          <Button
            variant="default"
            leftSection={<IconSearch size={16} stroke={1.5} />}
            rightSection={<ModKeys keys={['K']} />}
            onClick={openPalette}
          >
            {t('states.search')}
          </Button>
        </>
      }
    />
  );
}

/** Shown while the session or the sign-in page loads; the logo appears only if it takes long. */
export function Splash() {
  const { t } = useTranslation();
  const Element = useIsInFrame() ? 'div' : 'main';
  return (
    <Element className={classes.splash} aria-busy="true">
      <span className={classes.splashMark}>
        <Mark size={32} />
      </span>
      <span className="sr-only" role="status">
        {t('states.signingIn')}
      </span>
    </Element>
  );
}
