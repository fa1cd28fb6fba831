import { normalizeEmail } from '@postern/contracts/normalize';
import { throttleApi } from '@postern/contracts/records/throttle';
import { emit } from '#platform/events';
import { foldUsername } from '#platform/fold-identifiers';
import { route, type Scope } from '#platform/route';
import { hashTarget, sharedHash } from './hash-target.ts';
import { deleteActivities } from './store.ts';

export function throttleRoutes(scope: Scope): void {
  route(scope, throttleApi.unlock, async ({ app, db, body: { targetType, targets } }) => {
    // Guesses are counted for the normalized identifier.
    const unique = [
      ...new Set(
        targets.map((target) => (target.includes('@') ? normalizeEmail(target) : foldUsername(app.config, target))),
      ),
    ];
    await deleteActivities(db, targetType, unique.map(sharedHash));
    // A hash instead of the identifier, which may belong to a person without an account.
    await emit(
      db,
      ...unique.map((target) => ({ name: 'User.Lockout.Cleared' as const, subjectId: hashTarget({ target }) })),
    );
  });
}
