import { lazy, Suspense, useState } from 'react';
import { useNewsOpen } from './open.ts';

const Panel = lazy(async () => ({ default: (await import('./news-panel.tsx')).NewsPanel }));

/** Loads the panel and the changelog when it is opened for the first time. */
export function NewsHost() {
  const isOpen = useNewsOpen();
  const [isNeeded, setNeeded] = useState(isOpen);
  if (isOpen && !isNeeded) {
    setNeeded(true);
  }
  return (
    isNeeded && (
      <Suspense fallback={null}>
        <Panel />
      </Suspense>
    )
  );
}
