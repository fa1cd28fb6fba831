import { lazyRouteComponent } from '@tanstack/react-router';
import { applicationSettings, applicationTabs } from '#features/access/applications/places.ts';
import { applicationAttributesPath } from '#paths/applications.ts';
import type { Feature } from '#platform/feature.ts';
import { fill } from '#platform/place.ts';

/** Settings of applications that sign people in with SAML. They are listed and created with all other applications. */
export const samlApplications: Feature = {
  phrases: ['samlApplications', 'applications'],
  fills: [
    fill(applicationSettings, {
      type: 'SAML',
      settings: lazyRouteComponent(() => import('./settings.tsx'), 'SamlSettings'),
    }),
    fill(applicationTabs, {
      page: {
        path: applicationAttributesPath,
        component: lazyRouteComponent(() => import('./attributes-tab.tsx'), 'AttributesTab'),
      },
      label: (t) => t('samlApplications.attributesTab'),
      order: 20,
      phrases: ['samlApplications'],
      isFor: ({ type }) => type === 'SAML',
    }),
  ],
};
