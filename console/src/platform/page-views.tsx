import { pageViewsApi } from '@postern/contracts/operations/page-views';
import { useMatches } from '@tanstack/react-router';
import { useEffect } from 'react';
import { call } from './client/call.ts';
import { patternOf } from './router/page-path.ts';
import { useTenantId } from './tenant.ts';

/** Reports each page that is opened, for the tracker of the operator. */
export function PageViews() {
  const tenantId = useTenantId();
  const path = patternOf(String(useMatches().at(-1)?.fullPath ?? '/'));
  useEffect(() => {
    call(pageViewsApi.create, { body: { path } }, tenantId).catch((error) =>
      console.warn('The page view could not be reported.', error),
    );
  }, [path, tenantId]);
  return null;
}
