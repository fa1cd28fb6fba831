import { lazy, Suspense, useEffect, useRef } from 'react';
import { useCreateRequest } from './create-request.tsx';

const CreateDialog = lazy(async () => ({ default: (await import('./create-dialog.tsx')).CreateDialog }));

/** Shows the dialog when requested. `onClosed` restores the focus, since the element that opened it may be gone. */
export function CreateHost({ onClosed }: { onClosed: () => void }) {
  const request = useCreateRequest();
  const wasOpen = useRef(false);
  useEffect(() => {
    if (wasOpen.current && !request) {
      onClosed();
    }
    wasOpen.current = request !== undefined;
  }, [request, onClosed]);
  return request ? (
    <Suspense fallback={null}>
      <CreateDialog {...request} />
    </Suspense>
  ) : null;
}
