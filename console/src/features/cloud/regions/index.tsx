import { lazyRouteComponent } from '@tanstack/react-router';
import type { Feature } from '#platform/feature.ts';

/** Where the data of a tenant lies, and what its pages say while that place does not answer. */
export const regions: Feature = {
  phrases: ['regions', 'tenants'],
  tenantFrame: lazyRouteComponent(() => import('./frame.tsx'), 'RegionFrame'),
};
