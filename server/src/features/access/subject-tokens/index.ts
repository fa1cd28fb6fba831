import type { Feature } from '#platform/app';
import { subjectTokenRoutes } from './routes.ts';
import { purgeSubjectTokens } from './store.ts';

export { consumeSubjectToken, findSubjectToken } from './store.ts';

export const subjectTokens: Feature = {
  name: 'subject-tokens',
  tenantRoutes: subjectTokenRoutes,
  jobs: [{ name: 'subject-tokens.purge', everySeconds: 600, run: purgeSubjectTokens }],
};
