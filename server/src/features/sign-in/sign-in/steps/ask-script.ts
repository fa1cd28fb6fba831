import { findScriptUser } from '#features/access/custom-jwt';
import { getSignInExperience } from '#features/experience/sign-in-experience';
import { findSecurityEpoch } from '#features/people/users';
import { type ActionRow, decide, isStillCurrent } from '#features/sign-in/actions';
import { interactionOf, type Started } from '#features/sign-in/interaction';
import { AppError } from '#platform/http/errors';
import { emit } from '#platform/jobs/events';
import { applyPatch, checkPatch, isUnusable, type Patch } from '../methods/check-patch.ts';
import { placeOf } from '../methods/verify-by-script.ts';
import { getPerson } from './get-person.ts';
import { requireUnchanged } from './require-unchanged.ts';

const failed = () => new AppError('session.verification_failed');

async function checked(signIn: Started, userId: string, patch: Patch): Promise<Patch> {
  const { app, tenantId } = signIn;
  const experience = await getSignInExperience(app, tenantId);
  return checkPatch(signIn, experience, patch, await getPerson(signIn, userId));
}

/**
 * Stores what the script wants, and that the person has signed in. The script must still be the one that ran, and the
 * account the one it was asked about: it may have been suspended or changed meanwhile.
 */
async function store(signIn: Started, userId: string, row: ActionRow, patch: Patch): Promise<void> {
  const { app, tenantId, state } = signIn;
  const epoch = await app.tenancy.write(tenantId, async (db) => {
    if (!(await isStillCurrent(db, row))) {
      throw failed();
    }
    await requireUnchanged(db, userId, state.epoch);
    await applyPatch(db, userId, patch);
    await emit(db, { name: 'PostSignIn', subjectId: userId, data: interactionOf(signIn) });
    return findSecurityEpoch(db, userId);
  });
  if (epoch !== state.epoch) {
    // The sign-in has changed the account itself, so it continues with the new epoch.
    await signIn.save((fresh) => ({ ...fresh, epoch }));
    state.epoch = epoch;
  }
}

/** Asks the script of the tenant whether the person may sign in. Throws if not. */
export async function askScript(signIn: Started, userId: string, row: ActionRow): Promise<void> {
  const { app, tenantId } = signIn;
  const user = await findScriptUser(app, tenantId, userId);
  if (!user) {
    throw failed();
  }
  const { verdict, user: patch = {} } = await decide(
    app,
    tenantId,
    row,
    { interactionEvent: 'SignIn', user },
    placeOf(signIn),
  );
  if (verdict !== 'continue' && verdict !== 'updateUser') {
    throw failed();
  }
  try {
    await store(signIn, userId, row, await checked(signIn, userId, patch));
  } catch (error) {
    throw isUnusable(error) ? failed() : error;
  }
}
