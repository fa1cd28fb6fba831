import { IconBraces } from '@tabler/icons-react';
import { lazyRouteComponent } from '@tanstack/react-router';
import { customJwtPath, customJwtScriptPath } from '#paths/custom-jwt.ts';
import type { Feature } from '#platform/feature.ts';

export const customJwt: Feature = {
  phrases: ['customJwt'],
  nav: { group: 'developer', path: customJwtPath, label: (t) => t('nav.customJwt'), icon: IconBraces },
  pages: [
    { path: customJwtPath, component: lazyRouteComponent(() => import('./tokens-page.tsx'), 'TokensPage') },
    // Only this page loads the code editor.
    { path: customJwtScriptPath, component: lazyRouteComponent(() => import('./script-page.tsx'), 'ScriptPage') },
  ],
};
