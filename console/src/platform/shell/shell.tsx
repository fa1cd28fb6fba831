import { lazy, type ReactNode, Suspense, useCallback, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Feature } from '../feature.ts';
import { ConnectionNotice } from '../feedback/connection-notice.tsx';
import { InFrame } from '../feedback/whole-screen.tsx';
import { usePaletteOpen, usePaletteShortcut } from '../palette/open.ts';
import { useKeepVisits } from '../palette/recent.ts';
import { loadWords } from '../palette/words.ts';
import { useKeptPreferences } from '../preferences.ts';
import { useFeatures } from '../router/features.tsx';
import { useLendToken } from '../session/lend-token.ts';
import { dockId } from './dock.tsx';
import { useEvenMargins } from './even-margins.ts';
import { PageAnnouncer } from './page-announcer.tsx';
import classes from './shell.module.css';
import { Sidebar } from './sidebar.tsx';
import { TopBar } from './top-bar.tsx';

// Lists the actions of every feature, so it needs all phrases, and compares other words for them.
const Palette = lazy(async () => {
  const [{ Palette: component }] = await Promise.all([import('../palette/palette.tsx'), loadWords()]);
  return { default: component };
});

/** The frame of every page: top bar, sidebar, and one lighter panel that scrolls. */
export function Shell({ children }: { children: ReactNode }) {
  const { t } = useTranslation();
  const main = useRef<HTMLDivElement>(null);
  const [scrolled, setScrolled] = useState(false);
  const frames = useFeatures().flatMap(({ tenantFrame }) => tenantFrame ?? []);
  useKeptPreferences();
  usePaletteShortcut();
  useKeepVisits();
  useLendToken();
  const skip = useCallback(() => main.current?.focus(), []);
  useEvenMargins(main);
  return (
    <div className={`${classes.shell} ${scrolled ? classes.scrolled : ''}`}>
      <button type="button" className={classes.skip} onClick={skip}>
        {t('shell.skip')}
      </button>
      <TopBar />
      <Sidebar />
      <main className={classes.panel}>
        <div
          id="main"
          ref={main}
          className={classes.main}
          tabIndex={-1}
          onScroll={(event) => setScrolled(event.currentTarget.scrollTop > 0)}
        >
          <ConnectionNotice />
          <InFrame>
            <Framed frames={frames}>{children}</Framed>
          </InFrame>
        </div>
        <div id={dockId} className={classes.dock} />
      </main>
      <PageAnnouncer />
      <PaletteHost />
    </div>
  );
}

type FramedProps = { frames: readonly NonNullable<Feature['tenantFrame']>[]; children: ReactNode };

/** Nests the frames of several features, in the order of the features. */
function Framed({ frames: [Frame, ...inner], children }: FramedProps) {
  return Frame ? (
    <Frame>
      <Framed frames={inner}>{children}</Framed>
    </Frame>
  ) : (
    children
  );
}

/** The palette is a separate chunk, loaded when it is first opened. */
function PaletteHost() {
  const open = usePaletteOpen();
  const [wanted, setWanted] = useState(false);
  if (open && !wanted) {
    setWanted(true);
  }
  return wanted ? (
    <Suspense fallback={null}>
      <Palette />
    </Suspense>
  ) : null;
}
