import { temporaryCodeSeconds, userMfaApi } from '@postern/contracts/people/user-mfa';
import { endSessionsOf } from '#features/access/oidc';
import type { Db } from '#platform/db/db';
import { AppError } from '#platform/http/errors';
import { route, type Scope } from '#platform/http/route';
import { emit } from '#platform/jobs/events';
import { bindFactor, ownerOf, showFactor } from './bind-factor.ts';
import { emitUserUpdated, requireFound } from './change-user.ts';
import {
  deleteFactor,
  deleteTemporaryCode,
  findFactors,
  findMfaChoices,
  insertFactor,
  putTemporaryCode,
  replaceFactors,
  updateMfaChoices,
} from './mfa.store.ts';
import { readMfaSettings, showMfaSettings } from './mfa-settings.ts';
import { findUser } from './store.ts';
import { digestTemporaryCode, newTemporaryCode } from './temporary-code.ts';

const emitChange = (db: Db, userId: string, data: Record<string, unknown>) =>
  emit(db, { name: 'User.MfaVerifications.Updated', subjectId: userId, data });

export function userMfaRoutes(scope: Scope): void {
  route(scope, userMfaApi.list, async ({ db, params }) =>
    requireFound(await findFactors(db, params.userId)).map(showFactor),
  );

  route(scope, userMfaApi.create, async ({ app, db, tenantId, params: { userId }, body }) => {
    const present = requireFound(await findFactors(db, userId, true));
    const owner = ownerOf(app, tenantId, requireFound(await findUser(db, userId)));
    const { factor, shown } = bindFactor(app.vault, owner, present, body);
    await insertFactor(db, userId, factor);
    // The administrator wants it to be asked for, also if the user has registered without one.
    await updateMfaChoices(db, userId, { enabled: true });
    await emitChange(db, userId, { added: factor.type });
    return shown;
  });

  route(scope, userMfaApi.remove, async ({ db, params: { userId, verificationId } }) => {
    if (!(await deleteFactor(db, userId, verificationId))) {
      throw new AppError('entity.not_found');
    }
    await emitChange(db, userId, { removed: verificationId });
  });

  // The sessions end too: whoever found the lost device may be signed in.
  route(scope, userMfaApi.removeAll, async ({ db, params: { userId } }) => {
    const present = requireFound(await findFactors(db, userId, true));
    await deleteTemporaryCode(db, userId);
    if (present.length > 0) {
      await replaceFactors(db, userId, []);
      await endSessionsOf(db, userId);
      await emitChange(db, userId, { removedAll: present.map(({ type }) => type) });
    }
  });

  route(scope, userMfaApi.createTemporaryCode, async ({ db, params: { userId }, body }) => {
    const code = newTemporaryCode();
    const seconds = body.expiresIn ?? temporaryCodeSeconds;
    const expiresAt = requireFound(await putTemporaryCode(db, userId, digestTemporaryCode(userId, code), seconds));
    await emitChange(db, userId, { temporaryCode: 'created', expiresAt });
    return { code, expiresAt };
  });

  route(scope, userMfaApi.removeTemporaryCode, async ({ db, params: { userId } }) => {
    if (!(await deleteTemporaryCode(db, userId))) {
      throw new AppError('entity.not_found');
    }
    await emitChange(db, userId, { temporaryCode: 'deleted' });
  });

  route(scope, userMfaApi.getSettings, async ({ db, params }) =>
    showMfaSettings(requireFound(await findMfaChoices(db, params.userId))),
  );

  route(scope, userMfaApi.updateSettings, async ({ db, params: { userId }, body }) => {
    // Only users decline a suggestion.
    const { additionalBindingSuggestionSkipped: _, ...choices } = readMfaSettings(body);
    await updateMfaChoices(db, userId, choices);
    const settings = showMfaSettings(requireFound(await findMfaChoices(db, userId)));
    await emitUserUpdated(db, userId, Object.keys(choices).length > 0 ? ['mfa'] : []);
    return settings;
  });
}
