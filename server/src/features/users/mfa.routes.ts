import { type UserMfaVerification, userMfaApi } from '@postern/contracts/user-mfa';
import type { Db } from '#platform/db';
import { AppError } from '#platform/errors';
import { emit } from '#platform/events';
import { route, type Scope } from '#platform/route';
import { bindFactor } from './bind-factor.ts';
import {
  deleteFactor,
  findFactors,
  findHasSkippedMfa,
  insertFactor,
  type StoredFactor,
  updateHasSkippedMfa,
} from './mfa.store.ts';
import { known } from './require.ts';
import { findUser } from './store.ts';

const tellChange = (db: Db, userId: string, data: Record<string, unknown>) =>
  emit(db, { name: 'User.MfaVerifications.Updated', subjectId: userId, data });

/** What may be shown of a factor: never its secret. */
function show(factor: StoredFactor): UserMfaVerification {
  const { id, createdAt, type } = factor;
  if (type === 'WebAuthn') {
    return { id, createdAt, type, agent: factor.agent, name: factor.name };
  }
  return type === 'BackupCode'
    ? { id, createdAt, type, remainCodes: factor.codes.filter(({ usedAt }) => !usedAt).length }
    : { id, createdAt, type };
}

export function userMfaRoutes(scope: Scope): void {
  route(scope, userMfaApi.list, async ({ db, params }) => known(await findFactors(db, params.userId)).map(show));

  route(scope, userMfaApi.create, async ({ app, db, tenantId, params: { userId }, body }) => {
    const present = known(await findFactors(db, userId, true));
    const { username, primaryEmail, primaryPhone, name } = known(await findUser(db, userId));
    const owner = {
      tenantId,
      userId,
      account: username ?? primaryEmail ?? primaryPhone ?? name ?? userId,
      issuer: new URL(app.endpointOf(tenantId)).hostname,
    };
    const { factor, shown } = bindFactor(app.vault, owner, present, body);
    await insertFactor(db, userId, factor);
    await tellChange(db, userId, { added: factor.type });
    return shown;
  });

  route(scope, userMfaApi.remove, async ({ db, params: { userId, verificationId } }) => {
    if (!(await deleteFactor(db, userId, verificationId))) {
      throw new AppError('entity.not_found');
    }
    await tellChange(db, userId, { removed: verificationId });
  });

  route(scope, userMfaApi.getSettings, async ({ db, params }) => ({
    mfa: { skipped: known(await findHasSkippedMfa(db, params.userId)) },
  }));

  route(scope, userMfaApi.updateSettings, async ({ db, params: { userId }, body }) => {
    if (!(await updateHasSkippedMfa(db, userId, body.mfa.skipped))) {
      throw new AppError('entity.not_found');
    }
    await tellChange(db, userId, { skipped: body.mfa.skipped });
    return body;
  });
}
