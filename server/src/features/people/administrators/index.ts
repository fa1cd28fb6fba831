import type { Feature } from '#platform/app';
import { administratorRoutes } from './routes.ts';

export { acceptInvitation } from './invite.ts';
export { recordChange } from './record-change.ts';

/** People who manage the open-source edition. In the cloud edition, tenants have members instead. */
export const administrators: Feature = { name: 'administrators', tenantRoutes: administratorRoutes };
