import { IconKey } from '@tabler/icons-react';
import { lazyRouteComponent } from '@tanstack/react-router';
import type { Feature } from '#platform/feature.ts';
import { signingKeysPath } from './paths.ts';

export const signingKeys: Feature = {
  phrases: ['signingKeys'],
  nav: { group: 'developer', path: signingKeysPath, label: (t) => t('nav.signingKeys'), icon: IconKey },
  pages: [{ path: signingKeysPath, component: lazyRouteComponent(() => import('./keys-page.tsx'), 'KeysPage') }],
};
