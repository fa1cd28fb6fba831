import type { AnyEndpoint, ResponseOf } from '@postern/contracts/endpoint';
import { keepPreviousData, type UseQueryResult, useQuery } from '@tanstack/react-query';
import { useTenantId } from '../tenant.ts';
import { call } from './call.ts';
import type { InputOf } from './request.ts';

export type ReadOptions = {
  enabled?: boolean;
  /** Never toast; the page shows the error itself. */
  quiet?: boolean;
  /** Keep showing the previous data while the next page or search loads. */
  keep?: boolean;
  staleTime?: number;
  /** Polling interval in milliseconds, while the page is visible. */
  every?: number;
};

export type Paged<Item> = {
  items: Item[];
  total: number;
  /** Pages with the same value show the same page, search and filters. */
  view?: string;
  /** Refetched without a write of this window: others may have changed it. Unknown for lists that are read at once. */
  isBackground?: boolean;
};

/** The first part of the key is the contract's tag: a write with the same tag refreshes every read below it. */
export function readKey(contract: AnyEndpoint, input: object, tenantId: string): readonly unknown[] {
  const { kind } = contract.auth;
  const owner = kind === 'management' || kind === 'tenant' ? tenantId : '';
  return [contract.tag, owner, contract.path, input];
}

export function useRead<E extends AnyEndpoint>(
  contract: E,
  input: InputOf<E>,
  options: ReadOptions = {},
): UseQueryResult<ResponseOf<E>> {
  const tenantId = useTenantId();
  return useQuery({
    queryKey: readKey(contract, input, tenantId),
    queryFn: async ({ signal }) => (await call(contract, input, tenantId, signal)).data,
    ...queryOptions(options),
  });
}

type ItemOf<E> = ResponseOf<E> extends readonly (infer Item)[] ? Item : never;

/** Reads one page of a list, with the total number of items. The query must include `page` and `page_size`. */
export function useReadPage<E extends AnyEndpoint>(
  contract: E,
  input: InputOf<E>,
  options: ReadOptions = {},
): UseQueryResult<Paged<ItemOf<E>>> {
  const tenantId = useTenantId();
  return useQuery({
    queryKey: [...readKey(contract, input, tenantId), 'page'],
    queryFn: async ({ signal, queryKey, client }) => {
      const before = client.getQueryState(queryKey);
      // Own writes invalidate what they change.
      const isBackground = before?.data !== undefined && !before.isInvalidated;
      const { data, total } = await call(contract, input, tenantId, signal);
      return { items: data, total: total ?? data.length, view: JSON.stringify(queryKey), isBackground };
    },
    ...queryOptions({ keep: true, ...options }),
  });
}

function queryOptions({ enabled, quiet, keep, staleTime, every }: ReadOptions) {
  return {
    enabled,
    meta: { quiet },
    placeholderData: keep ? keepPreviousData : undefined,
    ...(staleTime === undefined ? {} : { staleTime }),
    ...(every === undefined ? {} : { refetchInterval: every }),
  };
}
