import { lazy, Suspense } from 'react';
import type { Step } from '../../platform/router.ts';

/** Few sign-ins come here: the page is a file of its own, which the server's HTML asks for early. */
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
      // The server writes the request into the page; without it nobody asks for anything.
      instead: (settings) => (settings.consent ? undefined : '/unknown-session'),
    },
  ],
};
