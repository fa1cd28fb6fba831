import { useLayoutEffect } from 'react';

/** The save bar handles the shortcut for stored scripts; this handles it for new ones. */
export function useSaveKey(isActive: boolean, save: () => unknown): void {
  useLayoutEffect(() => {
    const listen = (event: KeyboardEvent) => {
      if (isActive && (event.ctrlKey || event.metaKey) && !event.shiftKey && event.key.toLowerCase() === 's') {
        save();
      }
    };
    addEventListener('keydown', listen);
    return () => removeEventListener('keydown', listen);
  }, [isActive, save]);
}
