import { useEffect } from 'react';

/** Sets the window title; screen readers announce it after a navigation. */
export function usePageTitle(title: string | undefined): void {
  useEffect(() => {
    document.title = title ? `${title} · Postern` : 'Postern';
  }, [title]);
}
