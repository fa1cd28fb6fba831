import { isTrue } from '@postern/contracts/fields';
import { userIdentitiesApi } from '@postern/contracts/people/user-identities';
import { listTokenSecrets } from '#features/people/secrets';
import type { Db } from '#platform/db';
import { AppError } from '#platform/errors';
import { emit } from '#platform/events';
import { route, type Scope } from '#platform/route';
import { deleteIdentity, putIdentity } from './identities.store.ts';
import { readIdentity } from './link-identity.ts';
import { known } from './require.ts';
import { findUser } from './store.ts';

const tellChange = (db: Db, userId: string, target: string) =>
  emit(db, { name: 'User.Identities.Updated', subjectId: userId, data: { target } });

const secretsFor = async (db: Db, userId: string, { includeTokenSecret }: { includeTokenSecret?: string }) =>
  isTrue(includeTokenSecret) ? listTokenSecrets(db, userId) : undefined;

/** Social identities of users. Enterprise identities do not exist yet. */
export function userIdentityRoutes(scope: Scope): void {
  route(scope, userIdentitiesApi.listAll, async ({ db, params, query }) => {
    const { identities } = known(await findUser(db, params.userId));
    const secrets = await secretsFor(db, params.userId, query);
    return {
      socialIdentities: Object.entries(identities).map(([target, identity]) => ({
        target,
        identity,
        tokenSecret: secrets?.get(target),
      })),
      ssoIdentities: [],
    };
  });

  route(scope, userIdentitiesApi.get, async ({ db, params, query }) => {
    const { identities } = known(await findUser(db, params.userId));
    const identity = Object.hasOwn(identities, params.target) ? identities[params.target] : undefined;
    if (!identity) {
      throw new AppError('user.identity_not_exist');
    }
    const secrets = await secretsFor(db, params.userId, query);
    return { identity, tokenSecret: secrets?.get(params.target) };
  });

  route(scope, userIdentitiesApi.set, async ({ db, params: { userId, target }, body, status }) => {
    const { identities, wasThere } = known(await putIdentity(db, userId, { target, ...body }));
    status(wasThere ? 200 : 201);
    await tellChange(db, userId, target);
    return identities;
  });

  route(scope, userIdentitiesApi.link, {
    prepare: async ({ app, tenantId, params, body }) => {
      known(await app.tenancy.read(tenantId, (db) => findUser(db, params.userId)));
      return readIdentity(app, tenantId, body.connectorId, body.connectorData);
    },
    handle: async ({ db, params: { userId }, prepared }) => {
      const { identities } = known(await putIdentity(db, userId, prepared));
      await tellChange(db, userId, prepared.target);
      return identities;
    },
  });

  route(scope, userIdentitiesApi.remove, async ({ db, params: { userId, target } }) => {
    known(await findUser(db, userId));
    if (!(await deleteIdentity(db, userId, target))) {
      throw new AppError('user.identity_not_exist');
    }
    await tellChange(db, userId, target);
    return known(await findUser(db, userId));
  });

  route(scope, userIdentitiesApi.getSso, async ({ db, params: { userId, ssoConnectorId } }) => {
    known(await findUser(db, userId));
    throw new AppError('user.enterprise_sso_identity_not_exists', { values: { ssoConnectorId } });
  });
}
