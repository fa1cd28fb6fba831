import { MutationCache, QueryCache, QueryClient } from '@tanstack/react-query';
import { isOutOfReach, RequestError } from './request-error.ts';
import { showFailure } from './show-failure.ts';

/** Client errors are not retried; only errors that may be temporary are. */
function mayPass(error: unknown): boolean {
  return (
    error instanceof RequestError && (error.status === 0 || [408, 429].includes(error.status) || error.status >= 500)
  );
}

/** An unavailable region responds at once, and its pages poll it themselves: one retry covers a short failure. */
const maxRetries = (error: unknown) => (isOutOfReach(error) ? 1 : 3);

declare module '@tanstack/react-query' {
  interface Register {
    queryMeta: { quiet?: boolean };
    mutationMeta: { quiet?: boolean; ignore?: readonly string[] };
  }
}

export const queryClient = new QueryClient({
  queryCache: new QueryCache({
    // Without data on screen the page itself shows the error, with a retry button.
    onError: (error, query) => {
      // Deleted elsewhere while it was open: the page says so.
      const isGone = error instanceof RequestError && error.status === 404 && !query.state.isInvalidated;
      if (query.state.data !== undefined && !query.meta?.quiet && !isGone) {
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
    // Being offline is reported as an error instead of pausing silently.
    queries: {
      staleTime: 10_000,
      retry: (failures, error) => failures < maxRetries(error) && mayPass(error),
      networkMode: 'always',
    },
    mutations: { retry: false, networkMode: 'always' },
  },
});
