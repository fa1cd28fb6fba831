import type { ResponseOf } from '@postern/contracts/endpoint';
import type { invitationLinksApi } from '@postern/contracts/people/invitation-links';
import { request } from '../../platform/client.ts';
import type { Routes } from '../client.ts';

type Api = typeof invitationLinksApi;

export const invitationRoutes = {
  inspect: 'POST /api/invitation-links/:id/inspect',
  begin: 'POST /api/invitation-links/:id/begin',
  accept: 'POST /api/invitation-links/:id/accept',
} as const satisfies Routes<Api>;

export type Link = { id: string; secret: string };

/** Accepting requires the token of the signed-in person. */
export async function callLink<Name extends keyof Api>(
  name: Name,
  { id, secret }: Link,
  token?: string,
): Promise<ResponseOf<Api[Name]>> {
  const headers = token ? { headers: { authorization: `Bearer ${token}` } } : {};
  // The server validates its responses against the contract this type comes from.
  return (await request(invitationRoutes[name], { body: { secret }, params: { id }, ...headers })) as ResponseOf<
    Api[Name]
  >;
}
