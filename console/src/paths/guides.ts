import { pagePath } from '#platform/router/page-path.ts';

export const applicationGuidePath = pagePath('applications/$id/guide/$guideId');
export const resourceGuidePath = pagePath('api-resources/$id/guide/$guideId');
