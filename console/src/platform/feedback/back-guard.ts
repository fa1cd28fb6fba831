import { useBlocker } from '@tanstack/react-router';
import { isAsking, useCurrentDialog } from './dialogs.ts';

/** While a question is open, Back and Forward only close it. Rendered once, inside the router. */
export function BackGuard() {
  const isOpen = useCurrentDialog() !== undefined;
  useBlocker({
    disabled: !isOpen,
    enableBeforeUnload: false,
    // Links do not work meanwhile; what navigates by itself, such as a deletion elsewhere, may.
    shouldBlockFn: ({ action }) => isAsking() && action !== 'PUSH' && action !== 'REPLACE',
  });
  return null;
}
