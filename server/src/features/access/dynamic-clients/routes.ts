import { dynamicClientsApi, maxInitialAccessTokens } from '@postern/contracts/access/dynamic-clients';
import { adminTenantId } from '@postern/contracts/wire';
import { checkConsentScopes } from '#features/access/applications';
import type { Db } from '#platform/db/db';
import { AppError, invalidField } from '#platform/http/errors';
import { route, type Scope } from '#platform/http/route';
import { emit } from '#platform/jobs/events';
import { digestSecret, newId, newSecret } from '#platform/secrets/ids';
import {
  addToCeiling,
  countTokens,
  deleteToken,
  findPolicy,
  findRegistration,
  insertToken,
  listCeiling,
  listTokens,
  removeFromCeiling,
  savePolicy,
} from './store.ts';

const emitChange = (db: Db, data: { part: 'policy' | 'consent scopes' | 'initial access tokens' } & object) =>
  emit(db, { name: 'DynamicClients.Data.Updated', subjectId: 'dynamic-clients', data });

/** Administrators sign in there: no application that a stranger adds may ask them for anything. */
function refuseAdminTenant(tenantId: string): void {
  if (tenantId === adminTenantId) {
    throw new AppError('dynamic_clients.not_for_admin_tenant');
  }
}

export function dynamicClientRoutes(scope: Scope): void {
  route(scope, dynamicClientsApi.getPolicy, ({ db }) => findPolicy(db));

  route(scope, dynamicClientsApi.updatePolicy, {
    changesSettings: true,
    handle: async ({ db, tenantId, body }) => {
      refuseAdminTenant(tenantId);
      const policy = await savePolicy(db, body);
      await emitChange(db, { part: 'policy', ...body });
      return policy;
    },
  });

  route(scope, dynamicClientsApi.listScopes, ({ db }) => listCeiling(db));

  route(scope, dynamicClientsApi.addScopes, {
    changesSettings: true,
    handle: async ({ db, tenantId, body }) => {
      refuseAdminTenant(tenantId);
      await checkConsentScopes(db, body);
      await addToCeiling(db, body);
      await emitChange(db, { part: 'consent scopes' });
    },
  });

  route(scope, dynamicClientsApi.removeScope, {
    changesSettings: true,
    handle: async ({ db, params: { scopeType, scopeId } }) => {
      if (!(await removeFromCeiling(db, scopeType, scopeId))) {
        throw new AppError('entity.not_found');
      }
      await emitChange(db, { part: 'consent scopes' });
    },
  });

  route(scope, dynamicClientsApi.listTokens, ({ db }) => listTokens(db));

  route(scope, dynamicClientsApi.createToken, async ({ db, tenantId, body: { name, maxUses, expiresAt }, status }) => {
    refuseAdminTenant(tenantId);
    if (typeof expiresAt === 'number' && expiresAt <= Date.now()) {
      throw invalidField(['expiresAt'], 'expiresAt must be in the future.');
    }
    if ((await countTokens(db)) >= maxInitialAccessTokens) {
      throw new AppError('dynamic_clients.too_many_tokens', { values: { max: maxInitialAccessTokens } });
    }
    const value = newSecret();
    const id = newId();
    const token = await insertToken(db, {
      id,
      name,
      digest: digestSecret(value),
      maxUses: maxUses ?? null,
      expiresAt: expiresAt ?? null,
    });
    await emitChange(db, { part: 'initial access tokens' });
    status(201);
    return { ...token, value };
  });

  route(scope, dynamicClientsApi.removeToken, async ({ db, params }) => {
    if (!(await deleteToken(db, params.id))) {
      throw new AppError('entity.not_found');
    }
    await emitChange(db, { part: 'initial access tokens' });
  });

  route(scope, dynamicClientsApi.getRegistration, async ({ db, params }) => {
    const registration = await findRegistration(db, params.id);
    if (!registration) {
      throw new AppError('entity.not_found');
    }
    return registration;
  });
}
