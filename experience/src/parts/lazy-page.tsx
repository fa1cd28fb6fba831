import { type ComponentType, lazy, Suspense } from 'react';
import type { Params } from '../platform/router.ts';

/** A page that few sign-ins need: a separate chunk, loaded when it is opened. */
export function lazyPage(load: () => Promise<ComponentType<{ params: Params }>>) {
  const Loaded = lazy(async () => ({ default: await load() }));
  return function LazyPage({ params }: { params: Params }) {
    return (
      <Suspense>
        <Loaded params={params} />
      </Suspense>
    );
  };
}
