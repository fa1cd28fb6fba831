import type { AdaptiveMfaResult } from '@postern/contracts/experience/adaptive-mfa';
import { timeZoneHeader } from '@postern/contracts/wire';
import { getSignInExperience } from '#features/experience/sign-in-experience';
import { mailsNewDevices, signInProtectionOf } from '#features/experience/sign-in-protection';
import { failureKeys, networkOf } from '#features/operations/throttle';
import type { SignInPlace } from '#features/people/users';
import type { SignInState, Started } from '#features/sign-in/interaction';
import { AppError } from '#platform/http/errors';
import { injectedHeadersOf } from '#platform/http/injected-headers';
import { usernameFoldingOf } from '#platform/tenancy/fold-usernames';
import { judgeAdaptively, placeOfSignals } from './judge-adaptively.ts';
import { readSignals } from './read-signals.ts';
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
  /** What the rules of adaptive second factors say; undefined if they are off. */
  adaptive?: AdaptiveMfaResult | undefined;
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
  const { adaptiveMfa } = await getSignInExperience(app, tenantId);
  const signals = adaptiveMfa.enabled ? readSignals(injectedHeadersOf(app.config, request.raw)) : undefined;
  const now = Date.now();
  if (state.isNew) {
    const place = signals && { ...placeOf(signIn), ...placeOfSignals(signals, null, now) };
    return place && { place, isReported: false, isAnnounced: false };
  }
  if (!isJudged && !isMailed && !trustedDevices.enabled && !signals) {
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
  const history = { lastSignInAt: facts.lastSignInAt, place: facts.lastPlace };
  const adaptive = signals && judgeAdaptively(signals, history, now);
  const place = { ...placeOf(signIn), ...(signals ? placeOfSignals(signals, facts.lastPlace, now) : {}) };
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
    now,
  );
  const action = scored.level === 'low' ? 'allow' : risk[scored.level];
  signIn.notes.risk = { ...scored, action };
  if (adaptive) {
    signIn.notes.adaptiveMfaContext = signals;
    signIn.notes.adaptiveMfaResult = adaptive;
  }
  if (action === 'refuse') {
    throw new AppError('session.risk_refused');
  }
  // Each of them asks for one factor. Once verified, it is enough for both.
  const asked = {
    ...(action === 'askFactor' ? { riskyUserId: userId } : {}),
    ...(adaptive?.requiresMfa ? { unusualUserId: userId } : {}),
  };
  const isStored = Object.entries(asked).every(([name, value]) => Reflect.get(state, name) === value);
  if (!isStored) {
    await signIn.save((fresh) => ({ ...fresh, ...asked }));
    Object.assign(state, asked);
  }
  return { place, isReported: facts.isReported, isAnnounced: isNewDevice && isMailed, adaptive };
}
