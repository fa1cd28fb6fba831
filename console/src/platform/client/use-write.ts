import type { AnyEndpoint, ResponseOf } from '@postern/contracts/endpoint';
import { type UseMutationResult, useMutation, useQueryClient } from '@tanstack/react-query';
import { useTenantId } from '../tenant.ts';
import { call } from './call.ts';
import { refreshUsage } from './refresh-usage.ts';
import type { InputOf } from './request.ts';

export type WriteOptions<E extends AnyEndpoint> = {
  /** Error codes the caller deals with itself. */
  ignore?: readonly string[];
  /** Never toast; a form lands the error on its fields instead. */
  quiet?: boolean;
  /**
   * Runs before reads are refreshed, so a page may leave what it just deleted. Say success here: a callback given to
   * `mutate` is not called when the refresh takes the calling component away.
   */
  onDone?: (data: ResponseOf<E>, input: InputOf<E>) => unknown;
};

/** Writes with a contract; afterwards every read with the same tag is refreshed, and what is left of the plan. */
export function useWrite<E extends AnyEndpoint>(
  contract: E,
  options: WriteOptions<E> = {},
): UseMutationResult<ResponseOf<E>, Error, InputOf<E>> {
  const tenantId = useTenantId();
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: async (input: InputOf<E>) => (await call(contract, input, tenantId)).data,
    meta: { quiet: options.quiet, ignore: options.ignore },
    onSuccess: async (data, input) => {
      await options.onDone?.(data, input);
      // Not before: a tenant that was just deleted has no usage to ask for.
      refreshUsage(queryClient, contract.method, tenantId);
      await queryClient.invalidateQueries({ queryKey: [contract.tag] });
    },
  });
}
