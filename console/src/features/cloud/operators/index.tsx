import { IconShieldCog } from '@tabler/icons-react';
import { lazyRouteComponent } from '@tanstack/react-router';
import {
  operatedTenantPath,
  operatedTenantsPath,
  operatorHomePath,
  operatorJobsPath,
  operatorLevelsPath,
  operatorPath,
} from '#paths/operators.ts';
import type { Feature } from '#platform/feature.ts';
import { OperatorsOnly } from './operators-only.tsx';

/** Pages for the operators of the installation. */
export const operators: Feature = {
  phrases: ['operators', 'tenantHistory', 'tenants', 'plans', 'jobs'],
  ownPage: { path: operatorPath, label: (t) => t('nav.operators'), icon: IconShieldCog, gate: OperatorsOnly },
  outerPages: [
    {
      path: operatorPath,
      component: lazyRouteComponent(() => import('./frame.tsx'), 'OperatorFrame'),
      redirect: operatorHomePath,
      children: [
        { path: operatorHomePath, component: lazyRouteComponent(() => import('./home-page.tsx'), 'HomePage') },
        { path: operatedTenantsPath, component: lazyRouteComponent(() => import('./list-page.tsx'), 'ListPage') },
        { path: operatedTenantPath, component: lazyRouteComponent(() => import('./details-page.tsx'), 'DetailsPage') },
        {
          path: operatorLevelsPath,
          component: lazyRouteComponent(() => import('./service-levels-page.tsx'), 'ServiceLevelsPage'),
        },
        { path: operatorJobsPath, component: lazyRouteComponent(() => import('./jobs-page.tsx'), 'JobsPage') },
      ],
    },
  ],
};
