import { maxUploadBytes, uploadTypes, userAssetsApi } from '@postern/contracts/records/user-assets';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { App, Feature } from '#platform/app';
import type { Db } from '#platform/db/db';
import { acceptUploads, readUpload } from '#platform/files/upload';
import { AppError } from '#platform/http/errors';
import { route, type Scope } from '#platform/http/route';
import { emit } from '#platform/jobs/events';
import { enqueueEach, type Job } from '#platform/jobs/jobs';
import type { OutboxEvent } from '#platform/jobs/outbox';
import { newId } from '#platform/secrets/ids';
import { checkContent } from './check-content.ts';
import { addressOf, folder, safeName, storeFile } from './files.ts';

export { addressOf, keyOf, safeName, storeFile } from './files.ts';

const anything = { types: uploadTypes, maxBytes: maxUploadBytes };

async function keep(
  app: App,
  tenantId: string,
  owner: string,
  request: FastifyRequest,
  limits: { types: readonly string[]; maxBytes: number } = anything,
): Promise<string> {
  const upload = await readUpload(app, request, limits);
  checkContent(upload);
  const day = new Date().toISOString().slice(0, 10).replaceAll('-', '/');
  const key = `${tenantId}/${owner}/${day}/${newId().slice(0, 8)}/${safeName(upload.name)}`;
  await storeFile(app, key, { body: upload.body, contentType: upload.type });
  return key;
}

/** Stores the single file of a form. Returns its URL. */
export const storeUpload = async (...[app, tenantId, ...rest]: Parameters<typeof keep>): Promise<string> =>
  addressOf(app, tenantId, await keep(app, tenantId, ...rest));

/** Deletes a file that this user has uploaded. Ignores URLs of other files and other hosts. */
export async function removeUpload(app: App, tenantId: string, owner: string, address: string): Promise<void> {
  const start = addressOf(app, tenantId, `${tenantId}/${owner}/`);
  if (address.startsWith(start)) {
    await app.storage.remove(address.slice(addressOf(app, tenantId, '').length));
  }
}

/** Sends a file so that nothing in it can run: an SVG opened directly is a page without permissions. */
async function sendAsset(app: App, tenantId: string, key: string, reply: FastifyReply): Promise<FastifyReply> {
  const file = key.startsWith(`${tenantId}/`) ? await app.storage.get(key) : undefined;
  if (!file || !uploadTypes.some((type) => type === file.contentType)) {
    throw new AppError('request.not_found');
  }
  const isPicture = file.contentType.startsWith('image/') && file.contentType !== 'image/svg+xml';
  return reply
    .headers({
      'content-type': file.contentType,
      'content-security-policy': "default-src 'none'; style-src 'unsafe-inline'; img-src data:; sandbox",
      'cross-origin-resource-policy': 'cross-origin',
      // Public files: the console reads the pixels of a logo to warn about low contrast.
      'access-control-allow-origin': '*',
      'cache-control': 'public, max-age=31536000, immutable',
      ...(isPicture ? {} : { 'content-disposition': 'attachment' }),
    })
    .send(Buffer.from(file.body));
}

/** Allowed types and size of uploads. */
export const uploadStatus = {
  status: 'ready' as const,
  allowUploadMimeTypes: [...uploadTypes],
  maxUploadFileSize: maxUploadBytes,
  isExperienceAvatarUploadEnabled: true,
};

function userAssetRoutes(scope: Scope): void {
  route(scope, userAssetsApi.status, { respond: async () => uploadStatus });
  acceptUploads(scope, (inner) =>
    route(inner, userAssetsApi.upload, {
      prepare: ({ app, tenantId, caller, request }) => keep(app, tenantId, caller.subject, request),
      handle: async ({ app, db, tenantId, prepared: key }) => {
        await emit(db, { name: 'UserAsset.Created', subjectId: key.split('/').at(-2) ?? key, data: { key } });
        return { url: addressOf(app, tenantId, key) };
      },
    }),
  );
  scope.server.get(`${folder}*`, (request, reply) =>
    // The router sets the wildcard parameter.
    sendAsset(scope.app, scope.tenantOf(request), (request.params as { '*': string })['*'], reply),
  );
}

const filesPerStep = 100;

const forgetQueue = 'user-assets.forget';

/** Deletes the uploads of deleted users, however they were deleted. */
function forgetLater(db: Db, events: OutboxEvent[]): Promise<void> {
  const deleted = events.filter(({ name }) => name === 'User.Deleted');
  const byTenant = [...Map.groupBy(deleted, ({ tenantId }) => tenantId)];
  return enqueueEach(
    db,
    forgetQueue,
    byTenant.map(([tenantId, some]) => ({ tenantId, payload: { userIds: some.map(({ subjectId }) => subjectId) } })),
  );
}

async function forgetUploads({ tenantId, payload, signal }: Job, { storage }: App): Promise<undefined> {
  // Only forgetLater adds jobs to this queue.
  for (const userId of payload.userIds as string[]) {
    while ((await storage.removeSome(`${tenantId}/${userId}`, filesPerStep)) > 0) {
      signal.throwIfAborted();
    }
  }
}

export const userAssets: Feature = {
  name: 'user-assets',
  tenantRoutes: userAssetRoutes,
  subscribers: [{ name: 'user-assets', handle: forgetLater }],
  queues: [{ queue: forgetQueue, run: forgetUploads }],
};
