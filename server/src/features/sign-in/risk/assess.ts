import { timeZoneHeader } from '@postern/contracts/wire';
import { mailsNewDevices, signInProtectionOf } from '#features/experience/sign-in-protection';
import { failureKeys, networkOf } from '#features/operations/throttle';
import type { SignInPlace } from '#features/people/users';
import type { SignInState, Started } from '#features/sign-in/interaction';
import { AppError } from '#platform/http/errors';
import { usernameFoldingOf } from '#platform/tenancy/fold-usernames';
import { findKnownDevice } from './remember-device.ts';
import { findRiskFacts } from './risk.store.ts';
import { readTimeZone, scoreRisk } from './score.ts';

/** What the last step knows about the browser and the place of the sign-in. */
export type Assessment = {
  place: SignInPlace;
  /** The owner has reported this browser. */
  isReported: boolean;
  /** The person gets an email about this sign-in. */
  isAnnounced: boolean;
};

/** The identifiers that the person has proven in this sign-in. */
export const provenIdentifiers = ({ records }: SignInState): string[] =>
  records.flatMap((record) =>
    'identifier' in record && 'verified' in record && record.verified ? [record.identifier.value] : [],
  );

const factors = ['Totp', 'BackupCode', 'EmailVerificationCode', 'PhoneVerificationCode', 'TemporaryCode'];

function placeOf({ request }: Started): SignInPlace {
  const network = networkOf(request.ip);
  const timeZone = readTimeZone(request.headers[timeZoneHeader]);
  return { ...(network ? { network } : {}), ...(timeZone ? { timeZone } : {}) };
}

/**
 * Judges the risk of a sign-in and follows the policy. Undefined if no setting needs it: then it costs no query. New
 * accounts have no history to compare with.
 */
export async function assessRisk(signIn: Started, userId: string): Promise<Assessment | undefined> {
  const { app, tenantId, state, request } = signIn;
  const { risk, trustedDevices } = await signInProtectionOf(app, tenantId);
  const isJudged = risk.medium !== 'allow' || risk.high !== 'allow';
  const isMailed = await mailsNewDevices(app, tenantId);
  if (state.isNew || (!isJudged && !isMailed && !trustedDevices.enabled)) {
    return undefined;
  }
  const identifiers = provenIdentifiers(state);
  const device = await findKnownDevice(signIn, { userId, identifiers });
  const fold = await usernameFoldingOf(app, tenantId);
  const targets = [...identifiers.map(fold), ...factors.map((factor) => `factor:${factor}:${userId}`)];
  const keys = failureKeys(targets, request.ip);
  const facts = await app.tenancy.read(tenantId, (db) => findRiskFacts(db, { userId, device, ...keys }));
  if (!facts) {
    throw new AppError('session.identifier_not_found');
  }
  const place = placeOf(signIn);
  const isFirst = facts.lastSignInAt === null;
  const isNewDevice = !isFirst && (device === undefined || facts.isReported);
  const { identifiedBy } = state;
  const scored = scoreRisk(
    {
      isNewDevice,
      isLeaked: identifiedBy?.type === 'Password' && identifiedBy.isLeaked === true,
      failures: facts.failures,
      networkFailures: facts.networkFailures,
      place,
      last: facts.lastSignInAt === null ? undefined : { at: facts.lastSignInAt, place: facts.lastPlace ?? {} },
    },
    Date.now(),
  );
  const action = scored.level === 'low' ? 'allow' : risk[scored.level];
  signIn.notes.risk = { ...scored, action };
  if (action === 'refuse') {
    throw new AppError('session.risk_refused');
  }
  if (action === 'askFactor' && state.riskyUserId !== userId) {
    await signIn.save((fresh) => ({ ...fresh, riskyUserId: userId }));
    state.riskyUserId = userId;
  }
  return { place, isReported: facts.isReported, isAnnounced: isNewDevice && isMailed };
}
