import { useEffect } from 'react';
import { sharedValue, useShared } from '../shared-value.ts';

const isOpen = sharedValue(false);

export const openPalette = () => isOpen.set(true);
export const closePalette = () => isOpen.set(false);
export const usePaletteOpen = () => useShared(isOpen);

/** Ctrl K or ⌘ K, on any page. */
export function usePaletteShortcut(): void {
  useEffect(() => {
    const listen = (event: KeyboardEvent) => {
      const mod = event.ctrlKey || event.metaKey;
      if (mod && !event.shiftKey && !event.altKey && event.key.toLowerCase() === 'k') {
        event.preventDefault();
        isOpen.set(!isOpen.get());
      }
    };
    addEventListener('keydown', listen);
    return () => removeEventListener('keydown', listen);
  }, []);
}
