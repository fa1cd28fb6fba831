import { useEffect } from 'react';

/** Title of the window; screen readers hear it after a navigation. */
export function usePageTitle(title: string | undefined): void {
  useEffect(() => {
    document.title = title ? `${title} · Postern` : 'Postern';
  }, [title]);
}
