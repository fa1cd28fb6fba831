import { useEffect, useState } from 'react';

/** An entry of a menu is gone with the menu; whatever opened the menu is still there. */
function openerOf(element: Element | null): HTMLElement | undefined {
  const menu = element?.closest('[role="menu"]');
  const opener = menu ? document.getElementById(menu.getAttribute('aria-labelledby') ?? '') : element;
  return opener instanceof HTMLElement ? opener : undefined;
}

/** Most dialogs are gone as soon as they are closed, before the modal itself could give focus back to what opened it. */
export function useReturnFocus(): void {
  // While the dialog is drawn for the first time, focus is where it was opened.
  const [opener] = useState(() => openerOf(document.activeElement));
  useEffect(
    () => () => {
      setTimeout(() => {
        if (document.activeElement === document.body) {
          opener?.focus();
        }
      });
    },
    [opener],
  );
}
