import { useRouter } from '@tanstack/react-router';
import { useEffect } from 'react';
import { Splash } from '#platform/feedback/screens.tsx';

export function MovedPage() {
  const router = useRouter();
  useEffect(() => {
    const { pathname, hash } = router.state.location;
    void router.navigate({ to: movedAddress(pathname), search: true, hash, replace: true });
  }, [router]);
  return <Splash />;
}

const moves: readonly [RegExp, string][] = [
  // Pages outside of all tenants.
  [/^\/[^/]+\/((?:profile|callback)(?:\/.*)?)$/, '/$1'],
  [/^\/([^/]+)\/welcome\/?$/, '/$1'],
];

/** The target of a legacy URL. */
export function movedAddress(pathname: string): string {
  const [pattern, target] = moves.find(([candidate]) => candidate.test(pathname)) ?? [/.*/, '/'];
  return pathname.replace(pattern, target);
}
