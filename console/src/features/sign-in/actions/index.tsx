import { IconBolt } from '@tabler/icons-react';
import { lazyRouteComponent } from '@tanstack/react-router';
import { actionPath, actionsPath } from '#paths/actions.ts';
import type { Feature } from '#platform/feature.ts';

export const actions: Feature = {
  // The editor and its panels are those of scripts for tokens.
  phrases: ['signInActions', 'customJwt'],
  nav: { group: 'developer', path: actionsPath, label: (t) => t('nav.actions'), icon: IconBolt },
  pages: [
    { path: actionsPath, component: lazyRouteComponent(() => import('./actions-page.tsx'), 'ActionsPage') },
    // Only this page loads the code editor.
    { path: actionPath, component: lazyRouteComponent(() => import('./action-page.tsx'), 'ActionPage') },
  ],
};
