import { useRouter } from '@tanstack/react-router';
import { useEffect } from 'react';
import { Splash } from '#platform/feedback/screens.tsx';

/** Where an operator begins: the first page lets them register or sign in, whichever is next. */
export function WelcomePage() {
  const router = useRouter();
  useEffect(() => {
    void router.navigate({ to: '/', search: true, replace: true });
  }, [router]);
  return <Splash />;
}
