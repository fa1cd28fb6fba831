import { useRouterState } from '@tanstack/react-router';
import { useEffect, useState } from 'react';

/** Announces the page title after a navigation, as a full page load would. */
export function PageAnnouncer() {
  const pathname = useRouterState({ select: (state) => state.resolvedLocation?.pathname });
  const [title, setTitle] = useState('');
  useEffect(() => {
    if (pathname === undefined) {
      return;
    }
    // The page sets its title once it is rendered.
    const timer = setTimeout(() => setTitle(document.title), 300);
    return () => clearTimeout(timer);
  }, [pathname]);
  return (
    <div className="sr-only" role="status">
      {title}
    </div>
  );
}
