import { MutationCache, QueryCache, QueryClient } from '@tanstack/react-query';
import { isOutOfReach, RequestError } from './request-error.ts';
import { showFailure } from './show-failure.ts';

/** A mistake of the request stays one; only what may pass by itself is tried again. */
function mayPass(error: unknown): boolean {
  return (
    error instanceof RequestError && (error.status === 0 || [408, 429].includes(error.status) || error.status >= 500)
  );
}

/** A region that is away answers at once, and pages keep an eye on it themselves: one more try bridges a hiccup. */
const maxRetries = (error: unknown) => (isOutOfReach(error) ? 1 : 3);

declare module '@tanstack/react-query' {
  interface Register {
    queryMeta: { quiet?: boolean };
    mutationMeta: { quiet?: boolean; ignore?: readonly string[] };
  }
}

export const queryClient = new QueryClient({
  queryCache: new QueryCache({
    // Without data on screen the page itself shows the failure, with a way to try again.
    onError: (error, query) => {
      if (query.state.data !== undefined && !query.meta?.quiet) {
        showFailure(error);
      }
    },
  }),
  mutationCache: new MutationCache({
    onError: (error, _variables, _result, mutation) => {
      if (!mutation.meta?.quiet) {
        showFailure(error, mutation.meta?.ignore);
      }
    },
  }),
  defaultOptions: {
    // Offline is a failure to tell, not a reason to wait in silence.
    queries: {
      staleTime: 10_000,
      retry: (failures, error) => failures < maxRetries(error) && mayPass(error),
      networkMode: 'always',
    },
    mutations: { retry: false, networkMode: 'always' },
  },
});
