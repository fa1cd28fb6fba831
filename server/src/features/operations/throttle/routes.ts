import { normalizeEmail } from '@postern/contracts/normalize';
import { type LockedIdentifier, readFactorTarget, throttleApi } from '@postern/contracts/operations/throttle';
import { route, type Scope } from '#platform/http/route';
import { emit } from '#platform/jobs/events';
import { usernameFoldingOf } from '#platform/tenancy/fold-usernames';
import { hashTarget, sharedHash, sharedPart } from './hash-target.ts';
import { openIdentifier } from './seal-identifier.ts';
import { countLocked, deleteActivities, findLockedHashes, listLocked, listUserNames } from './store.ts';

export function throttleRoutes(scope: Scope): void {
  route(scope, throttleApi.list, async ({ app, tenantId, db, page, total }) => {
    if (!page) {
      // `paged: always` gives every call a page.
      return [];
    }
    total(await countLocked(db));
    const locked = (await listLocked(db, page)).map(({ payload, action, ...row }) => {
      const opened = openIdentifier(app, tenantId, payload);
      return {
        ...row,
        ...opened,
        target: readFactorTarget(opened.identifier ?? ''),
        // The store selects these actions only.
        action: action as LockedIdentifier['action'],
      };
    });
    const names = await listUserNames(
      db,
      locked.flatMap(({ target }) => target?.userId ?? []),
    );
    return locked.map(({ target, ...row }) => ({
      ...row,
      factor: target
        ? { type: target.factor, userId: target.userId, userName: names.get(target.userId) ?? null }
        : null,
    }));
  });

  route(scope, throttleApi.unlockSome, async ({ db, body: { ids } }) => {
    const hashes = [...new Set((await findLockedHashes(db, ids)).map(sharedPart))];
    await deleteActivities(db, 'User', hashes);
    await emit(db, ...hashes.map((subjectId) => ({ name: 'User.Lockout.Cleared' as const, subjectId })));
    return { unlocked: hashes.length };
  });

  route(scope, throttleApi.unlock, async ({ app, tenantId, db, body: { targetType, targets } }) => {
    // Guesses are counted for the normalized identifier.
    const fold = await usernameFoldingOf(app, tenantId);
    const unique = [...new Set(targets.map((target) => countedTarget(target, fold)))];
    await deleteActivities(db, targetType, unique.map(sharedHash));
    // A hash instead of the identifier, which may belong to a person without an account.
    await emit(
      db,
      ...unique.map((target) => ({ name: 'User.Lockout.Cleared' as const, subjectId: hashTarget({ target }) })),
    );
  });
}

/** The form in which guesses are counted. No username begins with a plus. */
function countedTarget(target: string, foldUsername: (username: string) => string): string {
  if (readFactorTarget(target)) {
    return target;
  }
  if (/^\s*\+[\d\s().\-/]+$/.test(target)) {
    return target.replace(/\D/g, '');
  }
  return target.includes('@') ? normalizeEmail(target) : foldUsername(target);
}
