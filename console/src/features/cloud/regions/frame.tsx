import { lazy, type ReactNode, Suspense } from 'react';
import { usePageOutOfReach } from '#platform/feedback/out-of-reach.ts';
import { loadPhrases } from '#platform/i18n/setup.ts';

const AwayPage = lazy(async () => {
  const [part] = await Promise.all([import('./away-page.tsx'), loadPhrases(['regions', 'tenants'])]);
  return { default: part.AwayPage };
});

/** Around every page of a tenant. The page stays behind what is said in its place: whatever was typed is still there. */
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
