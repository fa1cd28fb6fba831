import type { Feature } from '#platform/app';
import { legacyInteractionRoutes } from './routes.ts';

export const legacyInteraction: Feature = { name: 'legacy-interaction', tenantRoutes: legacyInteractionRoutes };
