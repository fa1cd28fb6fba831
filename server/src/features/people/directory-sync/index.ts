import type { Feature } from '#platform/app';
import { newCountedRequests } from './limit-requests.ts';
import { directorySyncRoutes } from './routes.ts';
import { scimRoutes } from './scim.routes.ts';
import { deleteOldRequests } from './store.ts';

export { turnOnDirectorySync } from './tokens.ts';
export { findDirectoryPerson } from './users.store.ts';

/** Users and groups from the directories of companies, by SCIM 2.0 (RFC 7643, RFC 7644). */
export const directorySync: Feature = {
  name: 'directory-sync',
  start: async () => newCountedRequests(),
  tenantRoutes: (scope) => {
    directorySyncRoutes(scope);
    scimRoutes(scope);
  },
  jobs: [{ name: 'directory-sync.forget-requests', everySeconds: 3600, run: deleteOldRequests }],
};
