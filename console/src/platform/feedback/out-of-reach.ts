import { useLayoutEffect } from 'react';
import { sharedValue, useShared } from '../shared-value.ts';

const places = sharedValue(0);
const count = (more: number) => places.set(places.get() + more);

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
export const usePageOutOfReach = () => useShared(places) > 0;
