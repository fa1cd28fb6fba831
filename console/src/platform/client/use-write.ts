import type { AnyEndpoint, ResponseOf } from '@postern/contracts/endpoint';
import { type UseMutationResult, useMutation, useQueryClient } from '@tanstack/react-query';
import { useTenantId } from '../tenant.ts';
import { call } from './call.ts';
import { noteWrite } from './own-writes.ts';
import { refreshUsage } from './refresh-usage.ts';
import type { InputOf } from './request.ts';

export type WriteOptions<E extends AnyEndpoint> = {
  /** Error codes that the caller handles itself. */
  ignore?: readonly string[];
  /** Never toast; a form shows the error at its fields instead. */
  quiet?: boolean;
  /**
   * Runs before reads are refreshed, so a page may leave what it just deleted. Show success messages here: a callback
   * given to `mutate` is not called if the refresh unmounts the calling component.
   */
  onDone?: (data: ResponseOf<E>, input: InputOf<E>) => unknown;
};

/** Writes with a contract; afterwards refreshes every read with the same tag, and the usage of the plan. */
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
      noteWrite();
      await options.onDone?.(data, input);
      // Not earlier: a tenant that was just deleted has no usage.
      refreshUsage(queryClient, contract.method, tenantId);
      await queryClient.invalidateQueries({ queryKey: [contract.tag] });
    },
  });
}
