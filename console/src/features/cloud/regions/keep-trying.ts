import { consoleSettingsApi } from '@postern/contracts/records/console-settings';
import { useMutation } from '@tanstack/react-query';
import { useEffect } from 'react';
import { call } from '#platform/client/call.ts';
import { queryClient } from '#platform/client/queries.ts';
import { isOutOfReach } from '#platform/client/request-error.ts';
import { useTenantId } from '#platform/tenant.ts';

const pause = 5000;

/** The smallest request to the tenant's region. */
async function answers(tenantId: string): Promise<boolean> {
  try {
    await call(consoleSettingsApi.get, {}, tenantId);
    return true;
  } catch (error) {
    // All other errors are shown by the page itself.
    return !isOutOfReach(error);
  }
}

/** Polls whether the region responds, and reloads failed data once it does. */
export function useKeepTrying() {
  const tenantId = useTenantId();
  const attempt = useMutation({
    mutationFn: async (_: { isWanted: boolean }) => {
      const isBack = await answers(tenantId);
      if (isBack) {
        await queryClient.refetchQueries({
          type: 'active',
          predicate: ({ queryKey, state }) => queryKey[1] === tenantId && state.status === 'error',
        });
      }
      return isBack;
    },
  });
  const { mutate, isPending } = attempt;
  useEffect(() => {
    const timer = setInterval(() => {
      if (!document.hidden && !isPending) {
        mutate({ isWanted: false });
      }
    }, pause);
    return () => clearInterval(timer);
  }, [mutate, isPending]);
  return {
    isTrying: isPending && attempt.variables.isWanted,
    /** Only a manual retry reports its failure. */
    isInVain: attempt.data === false && attempt.variables.isWanted,
    tryNow: () => mutate({ isWanted: true }),
  };
}
