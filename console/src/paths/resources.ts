import { pagePath } from '#platform/router/page-path.ts';

export const resourcesPath = pagePath('api-resources');
export const createResourcePath = pagePath('api-resources/create');
export const resourcePath = pagePath('api-resources/$id');
export const resourcePermissionsPath = pagePath('api-resources/$id/permissions');
export const resourceGeneralPath = pagePath('api-resources/$id/general');
