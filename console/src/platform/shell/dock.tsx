import { type ReactNode, useEffect, useState } from 'react';
import { createPortal } from 'react-dom';

export const dockId = 'dock';

/** Renders content at the bottom of the page that does not scroll, such as the save bar. */
export function Dock({ children }: { children: ReactNode }) {
  const [dock, setDock] = useState<Element | null>(null);
  useEffect(() => setDock(document.querySelector(`#${dockId}`)), []);
  return dock && createPortal(children, dock);
}
