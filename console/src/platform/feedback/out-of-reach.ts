import { useLayoutEffect } from 'react';

let places = 0;
const listeners = new Set<() => void>();

function count(more: number): void {
  places += more;
  for (const listener of listeners) {
    listener();
  }
}

/** Tells the frame around the page that this place has nothing to show, for as long as that is so. */
export function useTellOutOfReach(isOut: boolean): void {
  useLayoutEffect(() => {
    if (isOut) {
      count(1);
      return () => count(-1);
    }
  }, [isOut]);
}

/** Whether something on the page has nothing to show for that reason. */
export const isPageOutOfReach = () => places > 0;

export function subscribeToReach(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
