import { isTrue } from '@postern/contracts/fields';
import { userIdentitiesApi } from '@postern/contracts/people/user-identities';
import { socialConnector, tidyUserInfo } from '#features/messages/connectors';
import { listTokenSecrets } from '#features/people/secrets';
import { listSsoIdentities, listSsoTokenSecrets } from '#features/people/sso-connectors';
import type { App } from '#platform/app';
import type { Db } from '#platform/db/db';
import { AppError } from '#platform/http/errors';
import { route, type Scope } from '#platform/http/route';
import { emit } from '#platform/jobs/events';
import { requireFound } from './change-user.ts';
import { deleteIdentity, type NewIdentity, putIdentity } from './sign-in.store.ts';
import { findUser } from './store.ts';

const refused = new Set<string>(['entity.not_found', 'connector.unexpected_type']);

async function findConnector(app: App, tenantId: string, connectorId: string) {
  try {
    return await socialConnector(app, tenantId, connectorId);
  } catch (error) {
    // A 404 would refer to the user in the path.
    throw error instanceof AppError && refused.has(error.code)
      ? new AppError('session.invalid_connector_id', { values: { connectorId } })
      : error;
  }
}

/** Gets the identity from the provider for the data that it sent to the caller. */
async function readIdentity(
  app: App,
  tenantId: string,
  connectorId: string,
  connectorData: Record<string, unknown>,
): Promise<NewIdentity> {
  const connector = await findConnector(app, tenantId, connectorId);
  // The caller started the flow with the provider, so no state is stored here.
  const details = tidyUserInfo(await connector.getUserInfo(connectorData, async () => ({})));
  if (!details.id) {
    throw new AppError('connector.invalid_response');
  }
  return { target: connector.target, userId: details.id, details };
}

const emitChange = (db: Db, userId: string, target: string) =>
  emit(db, { name: 'User.Identities.Updated', subjectId: userId, data: { target } });

const secretsFor = async (db: Db, userId: string, { includeTokenSecret }: { includeTokenSecret?: string }) =>
  isTrue(includeTokenSecret) ? listTokenSecrets(db, userId) : undefined;

const ssoSecretsFor = async (db: Db, userId: string, { includeTokenSecret }: { includeTokenSecret?: string }) =>
  isTrue(includeTokenSecret) ? listSsoTokenSecrets(db, userId) : undefined;

/** Identities of users at social and enterprise providers. */
export function userIdentityRoutes(scope: Scope): void {
  route(scope, userIdentitiesApi.listAll, async ({ db, params, query }) => {
    const { identities } = requireFound(await findUser(db, params.userId));
    const secrets = await secretsFor(db, params.userId, query);
    const ssoSecrets = await ssoSecretsFor(db, params.userId, query);
    const ssoIdentities = await listSsoIdentities(db, params.userId);
    return {
      socialIdentities: Object.entries(identities).map(([target, identity]) => ({
        target,
        identity,
        tokenSecret: secrets?.get(target),
      })),
      ssoIdentities: ssoIdentities.map((ssoIdentity) => ({
        ssoConnectorId: ssoIdentity.ssoConnectorId,
        ssoIdentity,
        tokenSecret: ssoSecrets?.get(ssoIdentity.ssoConnectorId),
      })),
    };
  });

  route(scope, userIdentitiesApi.get, async ({ db, params, query }) => {
    const { identities } = requireFound(await findUser(db, params.userId));
    const identity = Object.hasOwn(identities, params.target) ? identities[params.target] : undefined;
    if (!identity) {
      throw new AppError('user.identity_not_exist');
    }
    const secrets = await secretsFor(db, params.userId, query);
    return { identity, tokenSecret: secrets?.get(params.target) };
  });

  route(scope, userIdentitiesApi.set, async ({ db, params: { userId, target }, body, status }) => {
    const { identities, wasThere } = requireFound(await putIdentity(db, userId, { target, ...body }));
    status(wasThere ? 200 : 201);
    await emitChange(db, userId, target);
    return identities;
  });

  route(scope, userIdentitiesApi.link, {
    prepare: async ({ app, tenantId, params, body }) => {
      requireFound(await app.tenancy.read(tenantId, (db) => findUser(db, params.userId)));
      return readIdentity(app, tenantId, body.connectorId, body.connectorData);
    },
    handle: async ({ db, params: { userId }, prepared }) => {
      const { identities } = requireFound(await putIdentity(db, userId, prepared));
      await emitChange(db, userId, prepared.target);
      return identities;
    },
  });

  route(scope, userIdentitiesApi.remove, async ({ db, params: { userId, target } }) => {
    requireFound(await findUser(db, userId));
    if (!(await deleteIdentity(db, userId, target))) {
      throw new AppError('user.identity_not_exist');
    }
    await emitChange(db, userId, target);
    return requireFound(await findUser(db, userId));
  });

  route(scope, userIdentitiesApi.getSso, async ({ db, params: { userId, ssoConnectorId }, query }) => {
    requireFound(await findUser(db, userId));
    const ssoIdentity = (await listSsoIdentities(db, userId)).find((one) => one.ssoConnectorId === ssoConnectorId);
    if (!ssoIdentity) {
      throw new AppError('user.enterprise_sso_identity_not_exists', { values: { ssoConnectorId } });
    }
    return { ssoIdentity, tokenSecret: (await ssoSecretsFor(db, userId, query))?.get(ssoConnectorId) };
  });
}
