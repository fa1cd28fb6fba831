import { type ReactNode, useEffect, useState } from 'react';
import { createPortal } from 'react-dom';

export const dockId = 'dock';

/** Shows something over the bottom of the page that does not scroll with it, such as the save bar. */
export function Dock({ children }: { children: ReactNode }) {
  const [dock, setDock] = useState<Element | null>(null);
  useEffect(() => setDock(document.querySelector(`#${dockId}`)), []);
  return dock && createPortal(children, dock);
}
