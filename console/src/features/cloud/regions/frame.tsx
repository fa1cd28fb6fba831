import { lazy, type ReactNode, Suspense } from 'react';
import { usePageOutOfReach } from '#platform/feedback/out-of-reach.ts';
import { loadPhrases } from '#platform/i18n/setup.ts';

const AwayPage = lazy(async () => {
  const [part] = await Promise.all([import('./away-page.tsx'), loadPhrases(['regions', 'tenants'])]);
  return { default: part.AwayPage };
});

/** Wraps every page of a tenant. The page stays mounted behind the notice, so that input is kept. */
export function RegionFrame({ children }: { children: ReactNode }) {
  const isAway = usePageOutOfReach();
  return (
    <>
      {isAway && (
        <Suspense fallback={null}>
          <AwayPage />
        </Suspense>
      )}
      <div style={{ display: isAway ? 'none' : 'contents' }}>{children}</div>
    </>
  );
}
