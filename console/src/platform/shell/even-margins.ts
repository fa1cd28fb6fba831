import { type RefObject, useLayoutEffect } from 'react';

/** Provides the scroll bar width to pages, which compensate for it, so that margins are equal with and without one. */
export function useEvenMargins(main: RefObject<HTMLElement | null>): void {
  useLayoutEffect(() => {
    const { offsetWidth, clientWidth, parentElement } = main.current ?? document.body;
    parentElement?.style.setProperty('--scrollbar', `${offsetWidth - clientWidth}px`);
  }, [main]);
}
