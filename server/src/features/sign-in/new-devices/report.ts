import type { NewDevice, ReportedDevice } from '@postern/contracts/sign-in/new-devices';
import { adminTenantId } from '@postern/contracts/wire';
import { endSessions, findHeld, type HeldSession } from '#features/access/oidc';
import { getAccountCenter } from '#features/experience/account-center';
import { getSignInExperience } from '#features/experience/sign-in-experience';
import { messageChannels } from '#features/messages/connectors';
import {
  advanceSecurityEpoch,
  findSecurityEpoch,
  findUser,
  removeAdditions,
  removePassword,
} from '#features/people/users';
import type { App } from '#platform/app';
import type { Db } from '#platform/db/db';
import { AppError } from '#platform/http/errors';
import { emit } from '#platform/jobs/events';
import { digestToken, nameDevice } from './announce.ts';
import { findNotice, markReported, type Notice } from './store.ts';

type Place = { app: App; tenantId: string };

/** The known-device cookie exists this long. */
const cookieDays = 180;

/** The sign-in of a token; throws if it cannot be reported. */
async function getOpenNotice(db: Db, token: string, lock = false): Promise<Notice> {
  const notice = await findNotice(db, digestToken(token), lock);
  if (!notice || !(await findUser(db, notice.userId))) {
    throw new AppError('new_device.not_found');
  }
  if (notice.isReported) {
    throw new AppError('new_device.used');
  }
  if (notice.isExpired) {
    throw new AppError('new_device.expired');
  }
  return notice;
}

export async function inspectDevice({ app, tenantId }: Place, token: string): Promise<NewDevice> {
  const { userAgent, ip, signedInAt, expiresAt } = await app.tenancy.read(tenantId, (db) => getOpenNotice(db, token));
  return {
    ...(await nameDevice(userAgent)),
    ip,
    signedInAt: new Date(signedInAt).toISOString(),
    expiresAt: new Date(expiresAt).toISOString(),
  };
}

/** Ends every session of this browser, also those of later sign-ins. */
async function endSessionsOfDevice(db: Db, { userId, device }: Notice): Promise<HeldSession[]> {
  const { sessions } = await findHeld(db, userId);
  const uids = sessions.flatMap(({ uid, notes }) => (notes.device === device ? [uid] : []));
  return endSessions(db, userId, uids);
}

/** Locks the person first, as changes of the account do: none of them may be added while this one ends. */
async function lockOpenNotice(db: Db, token: string): Promise<Notice> {
  const { userId } = await getOpenNotice(db, token);
  await findSecurityEpoch(db, userId, true);
  return getOpenNotice(db, token, true);
}

async function report(db: Db, token: string) {
  const notice = await lockOpenNotice(db, token);
  const { userId, device, ip } = notice;
  await markReported(db, notice, cookieDays);
  const ended = await endSessionsOfDevice(db, notice);
  await advanceSecurityEpoch(db, userId);
  // The person who signed in knows it.
  const hadPassword = await removePassword(db, userId);
  const removed = await removeAdditions(db, userId, device);
  const fields = [...(hadPassword ? ['password'] : []), ...removed.fields];
  const sessionIds = ended.map(({ uid }) => uid);
  await emit(
    db,
    { name: 'User.NewDevice.Reported', subjectId: userId, data: { ip, sessionIds } },
    { name: 'User.Sessions.Revoked', subjectId: userId, data: { sessionIds } },
  );
  if (removed.factors.length > 0) {
    await emit(db, { name: 'User.MfaVerifications.Updated', subjectId: userId, data: { removed: removed.factors } });
  }
  if (fields.length > 0) {
    await emit(db, { name: 'User.Data.Updated', subjectId: userId, data: { fields } });
  }
  return { hadPassword };
}

async function continueTo({ app, tenantId }: Place): Promise<string | null> {
  if (tenantId === adminTenantId) {
    return app.config.adminEndpoint;
  }
  return (await getAccountCenter(app, tenantId)).enabled ? `${app.endpointOf(tenantId)}/account` : null;
}

export async function reportDevice(place: Place, token: string): Promise<ReportedDevice> {
  const { app, tenantId } = place;
  const { hadPassword } = await app.tenancy.write(tenantId, (db) => report(db, token));
  const { forgotPasswordMethods } = await getSignInExperience(app, tenantId);
  const canReset = forgotPasswordMethods?.includes('EmailVerificationCode') ?? true;
  return {
    hadPassword,
    canReset: canReset && (await messageChannels(app, tenantId)).email,
    continueTo: await continueTo(place),
  };
}
