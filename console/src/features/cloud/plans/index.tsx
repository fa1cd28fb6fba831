import { lazyRouteComponent } from '@tanstack/react-router';
import { lazy } from 'react';
import type { Feature } from '#platform/feature.ts';
import { loadPhrases } from '#platform/i18n/setup.ts';

const words = () => loadPhrases(['plans', 'contact']);

/** Effects of the tenant's plan on its pages: notices, limits and prices. */
export const plans: Feature = {
  phrases: ['plans', 'tenants', 'contact'],
  tenantFrame: lazyRouteComponent(() => import('./frame.tsx'), 'TenantFrame'),
  planParts: {
    tag: lazy(async () => {
      const [part] = await Promise.all([import('./plan-tag.tsx'), words()]);
      return { default: part.PlanTag };
    }),
    notice: lazy(async () => {
      const [part] = await Promise.all([import('./plan-notice.tsx'), words()]);
      return { default: part.PlanNotice };
    }),
  },
};
