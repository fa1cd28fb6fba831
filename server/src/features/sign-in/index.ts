import type { Feature } from '#platform/app';
import { signInRoutes } from './routes.ts';

export { findInteraction } from './interaction.ts';
export { requireOwnOrigin } from './own-origin.ts';

export const signIn: Feature = { name: 'sign-in', tenantRoutes: signInRoutes };
