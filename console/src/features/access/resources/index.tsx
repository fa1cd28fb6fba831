import { IconBox } from '@tabler/icons-react';
import { lazyRouteComponent } from '@tanstack/react-router';
import {
  createResourcePath,
  resourceGeneralPath,
  resourcePath,
  resourcePermissionsPath,
  resourcesPath,
} from '#paths/resources.ts';
import type { Feature } from '#platform/feature.ts';

export const resources: Feature = {
  phrases: ['resources', 'applications', 'guides'],
  nav: { group: 'authorization', path: resourcesPath, label: (t) => t('nav.resources'), icon: IconBox },
  pages: [
    {
      path: resourcesPath,
      component: lazyRouteComponent(() => import('./list-page.tsx'), 'ListPage'),
    },
    {
      path: createResourcePath,
      component: lazyRouteComponent(() => import('./create-page.tsx'), 'CreatePage'),
    },
    {
      path: resourcePath,
      component: lazyRouteComponent(() => import('./details-page.tsx'), 'DetailsPage'),
      redirect: resourcePermissionsPath,
      children: [
        {
          path: resourcePermissionsPath,
          component: lazyRouteComponent(() => import('./permissions-tab.tsx'), 'PermissionsTab'),
        },
        {
          path: resourceGeneralPath,
          component: lazyRouteComponent(() => import('./general-tab.tsx'), 'GeneralTab'),
        },
      ],
    },
  ],
  commands: [
    {
      id: 'create-resource',
      icon: IconBox,
      label: (t, name) => (name ? t('resources.createNamed', { name }) : t('resources.create')),
      to: createResourcePath,
      search: (name) => ({ name: name || undefined }),
      takesQuery: 'name',
    },
  ],
  find: {
    group: (t) => t('nav.resources'),
    load: async () => (await import('./find.ts')).findResources,
  },
};
