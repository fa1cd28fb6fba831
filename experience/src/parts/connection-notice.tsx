import { useSyncExternalStore } from 'react';
import { usePhrases } from '../platform/phrases.ts';
import { useSettings } from '../platform/settings.ts';
import { Icon } from './icons.tsx';

function listen(onChange: () => void) {
  const changes = ['online', 'offline'] as const;
  for (const change of changes) {
    addEventListener(change, onChange);
  }
  return () => {
    for (const change of changes) {
      removeEventListener(change, onChange);
    }
  };
}

/** Says at once that the browser has no network. A failed request says it too, but only when something is sent. */
export function ConnectionNotice() {
  const { failure } = usePhrases();
  const { previewOrigin } = useSettings();
  // Where the page is rendered on the server, it is undefined.
  const isOffline = useSyncExternalStore(listen, () => navigator.onLine === false);
  return isOffline && !previewOrigin ? (
    <div className="connection" role="alert">
      <p>
        <Icon name="alert" size={18} />
        {failure.offline}
      </p>
    </div>
  ) : null;
}
