import type { EmbeddedSettings } from '@postern/contracts/sign-in/pages';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { findUser } from '#features/people/users';
import { findInteraction } from '#features/sign-in/interaction';
import type { App } from '#platform/app';

type Params = Record<string, unknown>;

/** The same request without the token, which continues with the signed-in user. Not for pushed requests. */
function stayUri(app: App, tenantId: string, params: Params): string | undefined {
  if (params.request_uri) {
    return undefined;
  }
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(params)) {
    if (name !== 'one_time_token' && name !== 'login_hint') {
      for (const one of [value ?? []].flat()) {
        query.append(name, String(one));
      }
    }
  }
  return `${app.endpointOf(tenantId)}/oidc/auth?${query}`;
}

/** The signed-in user while a one-time token is for another one; undefined if there is none. */
export async function readOtherAccount(
  app: App,
  tenantId: string,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<EmbeddedSettings['switchAccount']> {
  const interaction = await findInteraction(app, tenantId, request, reply);
  const accountId = interaction?.session?.accountId;
  const user = accountId ? await app.tenancy.read(tenantId, (db) => findUser(db, accountId)) : undefined;
  if (!interaction || !user) {
    return undefined;
  }
  const { id, name, avatar, username, primaryEmail, primaryPhone } = user;
  const stay = stayUri(app, tenantId, interaction.params);
  return {
    user: { id, name, avatar, username, primaryEmail, primaryPhone },
    ...(stay ? { stayUri: stay } : {}),
  };
}
