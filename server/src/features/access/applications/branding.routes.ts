import { applicationBrandingApi } from '@postern/contracts/access/application-branding';
import { route, type Scope } from '#platform/http/route';
import { emit } from '#platform/jobs/events';
import { getApplication, missing } from './application.ts';
import { findApplicationExperience, saveApplicationExperience } from './branding.store.ts';

export function applicationBrandingRoutes(scope: Scope): void {
  route(scope, applicationBrandingApi.save, {
    changesSettings: true,
    handle: async ({ db, params: { applicationId }, body, status }) => {
      await getApplication(db, applicationId);
      const { experience, isNew } = await saveApplicationExperience(db, applicationId, body);
      await emit(db, { name: 'Application.Data.Updated', subjectId: applicationId, data: { part: 'branding' } });
      status(isNew ? 201 : 200);
      return experience;
    },
  });

  route(scope, applicationBrandingApi.get, async ({ db, params: { applicationId } }) => {
    await getApplication(db, applicationId);
    const experience = await findApplicationExperience(db, applicationId);
    if (!experience) {
      throw missing(applicationId, 'Sign-in experience of the application');
    }
    return experience;
  });
}
