import { useEffect, useState } from 'react';

/** The focused element; for a menu item, the button that opened the menu, because the item disappears. */
function holder(): HTMLElement | undefined {
  const { activeElement, body } = document;
  const menu = activeElement?.closest('[role="menu"]');
  const found = menu ? document.getElementById(menu.getAttribute('aria-labelledby') ?? '') : activeElement;
  return found instanceof HTMLElement && found !== body ? found : undefined;
}

/** Restores the focus, unless another element has it or the target is gone. */
function giveBack(to: HTMLElement | undefined, closing?: Element | null): void {
  const { activeElement, body } = document;
  const isLost = activeElement === null || activeElement === body || closing?.contains(activeElement);
  if (isLost && to?.isConnected) {
    to.focus({ preventScroll: true });
  }
}

/** For a dialog that is mounted only while open: restores the previous focus. */
export function useReturnFocus(opened: boolean): void {
  const [before] = useState(() => (opened ? holder() : undefined));
  useEffect(() => {
    if (!opened) {
      return;
    }
    return () => {
      const closing = document.activeElement?.closest('[role="dialog"]');
      // Another dialog may open in its place and take the focus.
      setTimeout(() => giveBack(before, closing), 20);
    };
  }, [opened, before]);
}

const fadesFor = 200;

/** For a menu: the selected item disappears, so the focus returns to the menu button. */
export function returnToMenuButton(): void {
  const button = holder();
  setTimeout(() => giveBack(button), fadesFor);
}
