import { IconPlus } from '@tabler/icons-react';
import { lazyRouteComponent } from '@tanstack/react-router';
import { tenantBanners } from '#features/cloud/plans/places.ts';
import { acceptPath, bareAcceptPath, createFirstTenantPath, movedPaths, onboardingPath } from '#paths/tenants.ts';
import type { Feature } from '#platform/feature.ts';
import { fill } from '#platform/place.ts';
import { DevelopmentBanner, openCreateTenant } from './create-request.tsx';

const Moved = lazyRouteComponent(() => import('./moved-page.tsx'), 'MovedPage');

export const tenants: Feature = {
  phrases: ['tenants', 'plans', 'consoleInvitations'],
  root: lazyRouteComponent(() => import('./root-page.tsx'), 'RootPage'),
  tenantSelector: lazyRouteComponent(() => import('./selector.tsx'), 'TenantSelector'),
  outerPages: [
    {
      path: onboardingPath,
      component: lazyRouteComponent(() => import('./onboarding.tsx'), 'Onboarding'),
      redirect: createFirstTenantPath,
      children: [
        {
          path: createFirstTenantPath,
          component: lazyRouteComponent(() => import('./first-tenant-page.tsx'), 'FirstTenantPage'),
        },
      ],
    },
    { path: bareAcceptPath, component: lazyRouteComponent(() => import('./accept-page.tsx'), 'NoInvitation') },
    ...movedPaths.map((path) => ({ path, component: Moved })),
  ],
  publicPages: [{ path: acceptPath, component: lazyRouteComponent(() => import('./accept-page.tsx'), 'AcceptPage') }],
  commands: [
    {
      id: 'create-tenant',
      icon: IconPlus,
      label: (t, name) => (name ? t('tenants.createNamed', { name }) : t('tenants.create')),
      run: (name) => openCreateTenant(name),
      takesQuery: 'name',
    },
  ],
  fills: [fill(tenantBanners, DevelopmentBanner)],
  find: {
    group: (t) => t('nav.tenants'),
    load: async () => (await import('./find.ts')).findTenants,
  },
};
