import { Navigate } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { Splash } from '#platform/feedback/screens.tsx';
import { startSignIn } from '#platform/session/sign-in.ts';
import { readSession } from '#platform/session/store.ts';

/** Signs in with these parameters. Redirects to the root if already signed in or without parameters. */
export function Landing({ parameters }: { parameters: Record<string, string> | undefined }) {
  const [error, setError] = useState<unknown>();
  const wanted = readSession() ? undefined : parameters;
  useEffect(() => {
    if (wanted) {
      startSignIn(wanted).catch(setError);
    }
  }, [wanted]);
  if (error) {
    throw error;
  }
  return wanted ? <Splash /> : <Navigate to="/" replace />;
}
