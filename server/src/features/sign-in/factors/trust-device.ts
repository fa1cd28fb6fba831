import { randomBytes } from 'node:crypto';
import { signInProtectionOf } from '#features/experience/sign-in-protection';
import { insertTrustedDevice } from '#features/people/users';
import type { Started } from '#features/sign-in/interaction';
import { AppError } from '#platform/http/errors';
import { emit } from '#platform/jobs/events';
import { newId } from '#platform/secrets/ids';
import { mayTrust } from './judge.ts';
import { getSituation } from './require-factor.ts';
import { addToken, digestToken, trustedDigests } from './trusted-cookie.ts';

const maxUserAgent = 512;

/** The user does not want to be asked in this browser. The last step stores it. */
export async function trustDevice(signIn: Started): Promise<void> {
  const situation = await getSituation(signIn);
  if (!mayTrust(situation)) {
    throw new AppError('session.mfa.trusted_devices_off');
  }
  const { verifiedFactor } = signIn.state;
  if (verifiedFactor?.userId !== situation.userId) {
    throw new AppError('session.mfa.require_mfa_verification');
  }
  // An administrator issues it to a person who lost everything: the factors come first.
  if (verifiedFactor.type === 'TemporaryCode') {
    throw new AppError('session.mfa.trusted_devices_off');
  }
  await signIn.save((state) => ({ ...state, trustsDevice: situation.userId }));
}

/** Stores the trust and sets the cookie, if the user has chosen it and the setting is still on. */
export async function saveTrust(signIn: Started, userId: string, device: string): Promise<void> {
  const { app, tenantId, state, request } = signIn;
  const { trustedDevices } = await signInProtectionOf(app, tenantId);
  if (state.trustsDevice !== userId || state.verifiedFactor?.userId !== userId || !trustedDevices.enabled) {
    return;
  }
  const token = randomBytes(32).toString('base64url');
  const id = newId();
  const isKept = await app.tenancy.write(tenantId, async (db) => {
    const isInserted = await insertTrustedDevice(db, {
      id,
      userId,
      device,
      tokenDigest: digestToken(tenantId, userId, token),
      earlierDigests: trustedDigests(signIn, userId),
      userAgent: (request.headers['user-agent'] ?? '').slice(0, maxUserAgent),
      ip: request.ip,
      days: trustedDevices.days,
      epoch: state.epoch,
    });
    if (!isInserted) {
      return false;
    }
    await emit(db, { name: 'User.TrustedDevices.Added', subjectId: userId, data: { deviceId: id } });
    return true;
  });
  if (isKept) {
    addToken(signIn, token, trustedDevices.days);
  }
}
