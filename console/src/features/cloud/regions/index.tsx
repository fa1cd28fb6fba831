import { lazyRouteComponent } from '@tanstack/react-router';
import type { Feature } from '#platform/feature.ts';

/** The region of a tenant, and what its pages show while the region is unavailable. */
export const regions: Feature = {
  phrases: ['regions', 'tenants'],
  tenantFrame: lazyRouteComponent(() => import('./frame.tsx'), 'RegionFrame'),
};
