import { meAssetsApi } from '@postern/contracts/records/user-assets';
import { storeUpload, uploadStatus } from '#features/records/user-assets';
import { route, type Scope } from '#platform/route';
import { acceptUploads } from '#platform/upload';
import { getActiveUser } from './change.ts';

/** Pictures of console users. */
export function meAssetRoutes(scope: Scope): void {
  route(scope, meAssetsApi.status, { respond: async () => uploadStatus });
  acceptUploads(scope, (inner) =>
    route(inner, meAssetsApi.upload, {
      respond: async ({ app, tenantId, caller, request }) => {
        const { id } = await app.tenancy.read(tenantId, (db) => getActiveUser(db, { caller }));
        return { url: await storeUpload(app, tenantId, id, request) };
      },
    }),
  );
}
