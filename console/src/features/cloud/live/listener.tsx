import { useRouter } from '@tanstack/react-router';
import { useEffect } from 'react';
import { listen } from './listen.ts';
import { catchUp, reactTo } from './react-to.ts';

/** Rendered on every page while a person is signed in. */
export function LiveListener() {
  const router = useRouter();
  useEffect(() => listen({ onEvent: (event) => void reactTo(router, event), onGap: () => void catchUp() }), [router]);
  return null;
}
