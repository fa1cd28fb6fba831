import { useEffect } from 'react';

let open = false;
const listeners = new Set<() => void>();

function set(next: boolean): void {
  open = next;
  for (const listener of listeners) {
    listener();
  }
}

export const openPalette = () => set(true);
export const closePalette = () => set(false);
export const isPaletteOpen = () => open;

export function subscribeToPalette(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Ctrl K or ⌘ K, from anywhere. */
export function usePaletteShortcut(): void {
  useEffect(() => {
    const listen = (event: KeyboardEvent) => {
      const mod = event.ctrlKey || event.metaKey;
      if (mod && !event.shiftKey && !event.altKey && event.key.toLowerCase() === 'k') {
        event.preventDefault();
        set(!open);
      }
    };
    addEventListener('keydown', listen);
    return () => removeEventListener('keydown', listen);
  }, []);
}
