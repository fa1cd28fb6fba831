import { avatarsAnHour, maxUploadBytes } from '@postern/contracts/records/user-assets';
import type { FastifyRequest } from 'fastify';
import { countLimits, networkOf } from '#features/operations/throttle';
import { addressOf, keyOf, safeName, storeFile } from '#features/records/user-assets';
import type { App } from '#platform/app';
import type { Db } from '#platform/db/db';
import { readUpload } from '#platform/files/upload';
import { AppError } from '#platform/http/errors';
import { emit } from '#platform/jobs/events';
import { enqueue, type Job } from '#platform/jobs/jobs';
import { newId } from '#platform/secrets/ids';
import { findPictureType } from './find-picture-type.ts';

/** Who uploads: a user, or the digest of a registration that has no user yet. */
type Uploader = { userId: string } | { registration: string };

const longestName = 128;
const pendingFolder = '_pending';
const dropQueue = 'avatar-uploads.drop-pending';
/** After the day in the name of its folder has begun, and long after the registration has ended. */
const pendingSeconds = 86_400;
const filesPerStep = 100;

const day = (daysFromNow = 0) => new Date(Date.now() + daysFromNow * 86_400_000).toISOString().slice(0, 10);

const newName = (name: string) => `${newId().slice(0, 8)}-${safeName(name, longestName)}`;

const folderOfUser = (tenantId: string, userId: string) => `${tenantId}/${userId}/${day().replaceAll('-', '/')}`;

const nameOf = (who: Uploader) => ('userId' in who ? `user ${who.userId}` : `registration ${who.registration}`);

/** Counted before anything is read. A registration costs nothing, so the network is limited too. */
async function limitUploads(db: Db, who: Uploader, ip: string): Promise<void> {
  const limits = [
    { what: `pictures of ${nameOf(who)}`, amount: 1, most: avatarsAnHour.person },
    { what: `pictures from ${networkOf(ip)}`, amount: 1, most: avatarsAnHour.network },
  ];
  if (await countLimits(db, limits, 3600)) {
    throw new AppError('storage.too_many_uploads');
  }
}

/** Stores the picture in the form. Returns its URL. */
export async function storeAvatar(app: App, tenantId: string, who: Uploader, request: FastifyRequest): Promise<string> {
  const pending = 'registration' in who && `${tenantId}/${pendingFolder}/${day(1)}/avatar/${who.registration}`;
  await app.tenancy.write(tenantId, async (db) => {
    await limitUploads(db, who, request.ip);
    if (pending) {
      await enqueue(db, { queue: dropQueue, key: pending, payload: { folder: pending }, inSeconds: pendingSeconds });
    }
  });
  const upload = await readUpload(app, request, { maxBytes: maxUploadBytes });
  const contentType = findPictureType(upload.body);
  if (!contentType) {
    throw new AppError('guard.mime_type_not_allowed', { details: 'The content is no picture of an allowed type.' });
  }
  const folder = 'userId' in who ? folderOfUser(tenantId, who.userId) : pending;
  const key = `${folder}/${newName(upload.name)}`;
  await storeFile(app, key, { body: upload.body, contentType });
  await app.tenancy.write(tenantId, (db) =>
    emit(db, { name: 'UserAsset.Created', subjectId: key.split('/').at(-1)?.slice(0, 8) ?? key, data: { key } }),
  );
  return addressOf(app, tenantId, key);
}

/** The key of a picture that this registration has uploaded before it had a user; undefined for all other addresses. */
export function findPendingPicture(
  app: App,
  tenantId: string,
  registration: string,
  address: string | undefined,
): string | undefined {
  const key = address && keyOf(app, tenantId, address);
  const [, folder, , , owner] = key?.split('/') ?? [];
  return folder === pendingFolder && owner === registration ? key : undefined;
}

/** Copies a pending picture to the files of its new user. Returns the new URL; undefined if there is no such file. */
export async function copyPicture(
  app: App,
  tenantId: string,
  userId: string,
  key: string,
): Promise<string | undefined> {
  const file = await app.storage.get(key);
  if (!file) {
    return undefined;
  }
  const copy = `${folderOfUser(tenantId, userId)}/${key.split('/').at(-1)}`;
  await app.storage.put(copy, file);
  return addressOf(app, tenantId, copy);
}

async function dropPending({ payload, signal }: Job, { storage }: App): Promise<undefined> {
  // Only storeAvatar adds jobs to this queue.
  while ((await storage.removeSome(payload.folder as string, filesPerStep)) > 0) {
    signal.throwIfAborted();
  }
}

export const pendingPictures = { queue: dropQueue, run: dropPending };
