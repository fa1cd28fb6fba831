import { lazy } from 'react';
import { OnceOpened } from '../ui/side-panel.tsx';
import { useNewsOpen } from './open.ts';

const Panel = lazy(async () => ({ default: (await import('./news-panel.tsx')).NewsPanel }));

/** Loads the panel and the changelog when it is opened for the first time. */
export function NewsHost() {
  return (
    <OnceOpened isOpen={useNewsOpen()}>
      <Panel />
    </OnceOpened>
  );
}
