import { lazy, Suspense } from 'react';
import type { Step } from '../../platform/router.ts';

/** Few sign-ins need consent: the page is a separate chunk that the server's HTML preloads. */
const ConsentPage = lazy(async () => ({ default: (await import('./consent-page.tsx')).ConsentPage }));

function LoadedPage() {
  return (
    <Suspense>
      <ConsentPage />
    </Suspense>
  );
}

export const consent: Step = {
  routes: [
    {
      path: '/consent',
      Page: LoadedPage,
      // The server embeds the request in the page; without one there is nothing to consent to.
      instead: (settings) => (settings.consent || settings.refusal ? undefined : '/unknown-session'),
    },
  ],
};
