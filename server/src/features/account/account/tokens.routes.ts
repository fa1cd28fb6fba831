import { accountApi } from '@postern/contracts/account/account';
import { scopes } from '@postern/contracts/wire';
import { listSocialConnectors } from '#features/messages/connectors';
import { putTokenSet, readToken, showToken } from '#features/people/secrets';
import { readSsoToken } from '#features/people/sso-connectors';
import { AppError } from '#platform/http/errors';
import { route, type Scope } from '#platform/http/route';
import { type AccountRequest, getAccess, identityOf } from './access.ts';
import { getPerson } from './change.ts';
import { deleteRecord, findRecord } from './records.store.ts';
import { requireConnector } from './verify-social.ts';

async function requireShown({ app, tenantId, caller }: AccountRequest): Promise<void> {
  const access = await getAccess(app, tenantId, caller);
  access.requireShown('social');
  if (!access.hasScope(scopes.identities)) {
    throw new AppError('auth.forbidden');
  }
}

/** Throws unless the provider has a connector that can store tokens. */
async function requireTokenStorage({ app, tenantId }: AccountRequest, target: string): Promise<void> {
  const connectors = (await listSocialConnectors(app, tenantId)).filter((one) => one.target === target);
  if (connectors.length === 0) {
    throw new AppError('connector.not_found', { status: 404, values: { type: target } });
  }
  if (!connectors.some(({ isTokenStorageSupported }) => isTokenStorageSupported)) {
    throw new AppError('connector.token_storage_not_supported');
  }
}

/** Takes the tokens of a new sign-in at the provider; its record works once. */
async function renewToken(asked: AccountRequest, target: string, recordId: string) {
  const { app, tenantId } = asked;
  return app.tenancy.write(tenantId, async (db) => {
    const person = await getPerson(db, asked);
    const proof = await findRecord(db, person.id, recordId, true);
    if (proof?.type !== 'Social' || !proof.userInfo) {
      throw new AppError('verification_record.not_found');
    }
    await requireConnector(asked, proof);
    const { connectorId, userInfo, tokenSet } = proof;
    if (proof.target !== target) {
      const values = { expected: target, actual: proof.target };
      throw new AppError('verification_record.social_verification.invalid_target', { values });
    }
    if (identityOf(person, target)?.userId !== userInfo.id) {
      throw new AppError('user.identity_not_exists_in_current_user');
    }
    if (!tokenSet) {
      throw new AppError('verification_record.social_verification.token_response_not_found');
    }
    const identity = { target, identityId: userInfo.id };
    await putTokenSet(db, { ...tokenSet, ...identity, userId: person.id, connectorId });
    await deleteRecord(db, person.id, recordId);
    return showToken(app, tenantId, identity, tokenSet);
  });
}

/** Tokens of providers, if their connectors store them. */
export function accountTokenRoutes(scope: Scope): void {
  route(scope, accountApi.identityToken, {
    respond: async ({ params, ...asked }) => {
      await requireShown(asked);
      await requireTokenStorage(asked, params.target);
      return readToken(asked.app, asked.tenantId, asked.caller.subject, params.target);
    },
  });

  route(scope, accountApi.renewIdentityToken, {
    respond: async ({ params, body, ...asked }) => {
      await requireShown(asked);
      return renewToken(asked, params.target, body.verificationRecordId);
    },
  });

  route(scope, accountApi.ssoIdentityToken, {
    respond: async ({ params, ...asked }) => {
      await requireShown(asked);
      return readSsoToken(asked.app, asked.tenantId, asked.caller.subject, params.connectorId);
    },
  });
}
