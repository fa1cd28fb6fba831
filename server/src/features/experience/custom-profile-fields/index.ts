import type { Feature } from '#platform/app';
import { customProfileFieldRoutes } from './routes.ts';

export { chooseFields } from './choose-fields.ts';
export { refuseWrongFields } from './refuse-wrong-fields.ts';
export { listCustomProfileFields, lockProfileFields } from './store.ts';

export const customProfileFields: Feature = { name: 'custom-profile-fields', tenantRoutes: customProfileFieldRoutes };
