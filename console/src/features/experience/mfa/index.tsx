import { IconDeviceMobileCheck } from '@tabler/icons-react';
import { lazyRouteComponent } from '@tanstack/react-router';
import { mfaPath } from '#paths/mfa.ts';
import type { Feature } from '#platform/feature.ts';

export const mfa: Feature = {
  phrases: ['mfa', 'signInMethods'],
  nav: { group: 'authentication', path: mfaPath, label: (t) => t('nav.mfa'), icon: IconDeviceMobileCheck },
  pages: [{ path: mfaPath, component: lazyRouteComponent(() => import('./mfa-page.tsx'), 'MfaPage') }],
};
