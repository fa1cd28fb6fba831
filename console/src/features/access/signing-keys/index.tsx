import { IconKey } from '@tabler/icons-react';
import { lazyRouteComponent } from '@tanstack/react-router';
import { signingKeysPath } from '#paths/signing-keys.ts';
import type { Feature } from '#platform/feature.ts';

export const signingKeys: Feature = {
  phrases: ['signingKeys'],
  nav: { group: 'developer', path: signingKeysPath, label: (t) => t('nav.signingKeys'), icon: IconKey },
  pages: [{ path: signingKeysPath, component: lazyRouteComponent(() => import('./keys-page.tsx'), 'KeysPage') }],
};
