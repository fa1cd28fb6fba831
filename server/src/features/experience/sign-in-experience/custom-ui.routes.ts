import { signInExperienceApi } from '@postern/contracts/experience/sign-in-experience-settings';
import { maxUploadBytes } from '@postern/contracts/records/user-assets';
import { adminTenantId } from '@postern/contracts/wire';
import { acceptUploads, readUpload } from '#platform/files/upload';
import { AppError } from '#platform/http/errors';
import { route, type Scope } from '#platform/http/route';
import { emit } from '#platform/jobs/events';
import { insertCustomUiUpload } from './custom-ui.store.ts';
import { unpackCustomUi } from './unpack-custom-ui.ts';

/** Browsers on Windows use the second type. */
const zipTypes = ['application/zip', 'application/x-zip-compressed'];

export function customUiRoutes(scope: Scope): void {
  acceptUploads(scope, (inner) =>
    route(inner, signInExperienceApi.uploadCustomUi, {
      prepare: async ({ app, tenantId, request }) => {
        if (tenantId === adminTenantId) {
          throw new AppError('guard.not_allowed_for_admin_tenant');
        }
        const { body } = await readUpload(app, request, { types: zipTypes, maxBytes: maxUploadBytes });
        return unpackCustomUi(app, tenantId, body);
      },
      handle: async ({ db, prepared: upload }) => {
        await insertCustomUiUpload(db, upload);
        await emit(db, { name: 'SignInExperience.CustomUi.Uploaded', subjectId: upload.id });
        return { customUiAssetId: upload.id };
      },
    }),
  );
}
