import type { Feature } from '#platform/app';
import { applicationRoutes } from './routes.ts';
import { sealedSecrets } from './seal-secrets.ts';

export { checkAccessSwitch } from './access.routes.ts';
export { mayUse } from './access.store.ts';
export { createApplication, creatorOf, getApplication, missing } from './application.ts';
export { sectorOf } from './check-subjects.ts';
export { checkConsentScopes } from './consent-scopes.routes.ts';
export { consentToOrganizations } from './organizations.store.ts';
export { tenantOfHost } from './protected-hosts.ts';
export { keysOfCertificates } from './read-certificates.ts';
export { withoutLegacySecret } from './routes.ts';
export { openSecret, secretSealer } from './seal-secrets.ts';
export { deleteApplication, insertApplication, insertSecret, listApplications, updateApplication } from './store.ts';

export const applications: Feature = {
  name: 'applications',
  sealed: sealedSecrets,
  tenantRoutes: applicationRoutes,
};
