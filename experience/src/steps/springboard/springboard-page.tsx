import { useEffect } from 'react';
import { saveCallbackLink } from '../../parts/callback-link.ts';
import { Waiting } from '../../parts/waiting.tsx';
import { usePhrases } from '../../platform/phrases.ts';
import { useSettings } from '../../platform/settings.ts';
import { NotFoundPage } from '../error/index.tsx';

/** An application opened this browser for a sign-in at a provider. Follows only URLs that the server has checked. */
export function SpringboardPage() {
  const { springboard } = useSettings();
  const { common } = usePhrases();
  useEffect(() => {
    if (springboard) {
      const { connectorId, state, callback, redirectTo } = springboard;
      saveCallbackLink(connectorId, { state, link: callback });
      window.location.replace(redirectTo);
    }
  }, [springboard]);
  return springboard ? <Waiting title={common.working} /> : <NotFoundPage />;
}
