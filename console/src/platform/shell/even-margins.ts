import { type RefObject, useLayoutEffect } from 'react';

/** Tells pages how wide the scroll bar is; they make up for it, so that their margins are even with and without one. */
export function useEvenMargins(main: RefObject<HTMLElement | null>): void {
  useLayoutEffect(() => {
    const { offsetWidth, clientWidth, parentElement } = main.current ?? document.body;
    parentElement?.style.setProperty('--scrollbar', `${offsetWidth - clientWidth}px`);
  }, [main]);
}
