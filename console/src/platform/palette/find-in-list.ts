import type { AnyEndpoint, ResponseOf } from '@postern/contracts/endpoint';
import { call } from '../client/call.ts';
import { queryClient } from '../client/queries.ts';
import type { InputOf } from '../client/request.ts';
import { readKey } from '../client/use-read.ts';
import { wordsOf } from './fit.ts';

/** Short enough that things of others appear soon, and long enough for a word to be typed. */
const freshMs = 30_000;

/** A list that the API returns whole, for finders of things without a search. Read once while a person types. */
export const readList = <E extends AnyEndpoint>(
  contract: E,
  input: InputOf<E>,
  tenantId: string,
): Promise<ResponseOf<E>> =>
  queryClient.fetchQuery({
    queryKey: readKey(contract, input, tenantId),
    queryFn: async ({ signal }) => (await call(contract, input, tenantId, signal)).data,
    staleTime: freshMs,
    meta: { quiet: true },
    retry: false,
  });

/** How many things of a kind are shown. */
const mostFound = 5;

/** Whether the text can be the ID of an object that is not searched otherwise. */
export const isId = (text: string) => /^[\da-z]{21}$/.test(text);

/** The items with the text in a name, or with this id. */
export function namedLike<Item extends { id: string }>(
  items: readonly Item[],
  text: string,
  names: (item: Item) => (string | null | undefined)[],
): Item[] {
  const wanted = wordsOf(text).join(' ');
  const isWanted = (item: Item) =>
    item.id === text ||
    (wanted !== '' &&
      names(item).some((name) =>
        wordsOf(name ?? '')
          .join(' ')
          .includes(wanted),
      ));
  return items.filter(isWanted).slice(0, mostFound);
}
