import { useLayoutEffect } from 'react';
import { sharedValue, useShared } from '../shared-value.ts';

const places = sharedValue(0);
const count = (more: number) => places.set(places.get() + more);

/** Reports to the frame that this component has no data because the region is unavailable, while `isOut` is true. */
export function useTellOutOfReach(isOut: boolean): void {
  useLayoutEffect(() => {
    if (isOut) {
      count(1);
      return () => count(-1);
    }
  }, [isOut]);
}

/** Whether a component on the page has no data for that reason. */
export const usePageOutOfReach = () => useShared(places) > 0;
