import { useRouter } from '@tanstack/react-router';
import { useEffect } from 'react';
import { Splash } from '#platform/feedback/screens.tsx';
import { movedAddress } from './moved-address.ts';

export function MovedPage() {
  const router = useRouter();
  useEffect(() => {
    const { pathname, hash } = router.state.location;
    void router.navigate({ to: movedAddress(pathname), search: true, hash, replace: true });
  }, [router]);
  return <Splash />;
}
