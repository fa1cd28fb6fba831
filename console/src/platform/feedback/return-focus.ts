import { useEffect, useState } from 'react';

/** What has the focus; of an item in a menu, the button that opened the menu, because the item goes with it. */
function holder(): HTMLElement | undefined {
  const { activeElement, body } = document;
  const menu = activeElement?.closest('[role="menu"]');
  const found = menu ? document.getElementById(menu.getAttribute('aria-labelledby') ?? '') : activeElement;
  return found instanceof HTMLElement && found !== body ? found : undefined;
}

/** Unless something else took it meanwhile, or the thing is gone. */
function giveBack(to: HTMLElement | undefined, closing?: Element | null): void {
  const { activeElement, body } = document;
  const isLost = activeElement === null || activeElement === body || closing?.contains(activeElement);
  if (isLost && to?.isConnected) {
    to.focus({ preventScroll: true });
  }
}

/** For a dialog that is there only while it is open: whoever had the focus before gets it back. */
export function useReturnFocus(opened: boolean): void {
  const [before] = useState(() => (opened ? holder() : undefined));
  useEffect(() => {
    if (!opened) {
      return;
    }
    return () => {
      const closing = document.activeElement?.closest('[role="dialog"]');
      // Another dialog may open in its place, and takes the focus as soon as it is there.
      setTimeout(() => giveBack(before, closing), 20);
    };
  }, [opened, before]);
}

const fadesFor = 200;

/** For a menu: what was chosen is gone with it, so the button that opened it is next. */
export function returnToMenuButton(): void {
  const button = holder();
  setTimeout(() => giveBack(button), fadesFor);
}
