import { useEffect } from 'react';
import { sharedValue } from '../shared-value.ts';

/** The title of the page that is shown; undefined while it is unknown. */
export const pageTitle = sharedValue<{ title?: string; isMissing?: boolean }>({});

/** Sets the window title; screen readers announce it after a navigation. `isMissing`: the page does not exist. */
export function usePageTitle(title: string | undefined, isMissing = false): void {
  useEffect(() => {
    document.title = title ? `${title} · Postern` : 'Postern';
    pageTitle.set({ title, isMissing });
    return () => pageTitle.set({});
  }, [title, isMissing]);
}
