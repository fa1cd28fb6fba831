import { meApi } from '@postern/contracts/account/me';
import { useRouter, useRouterState } from '@tanstack/react-router';
import { useCallback } from 'react';
import { call } from '../client/call.ts';
import { queryClient } from '../client/queries.ts';
import { chosenTenantKey, rememberTenant } from './choose-tenant.ts';
import { navOf, useFeatures } from './features.tsx';

/** The current sidebar section for another tenant, because objects of this tenant do not exist there. */
export function useSameSection() {
  const features = useFeatures();
  const page = useRouterState({ select: ({ location }) => location.pathname.split('/').slice(2).join('/') });
  return useCallback(
    (tenantId: string) => {
      const section = navOf(features)
        .flatMap(({ items }) => items)
        .find(({ path: { path } }) => page === path || page.startsWith(`${path}/`));
      return `/${encodeURIComponent(tenantId)}${section ? `/${section.path.path}` : ''}`;
    },
    [features, page],
  );
}

/** Switches to a tenant and makes it the default, here and in other browsers. */
export function useEnterTenant() {
  const router = useRouter();
  const sameSection = useSameSection();
  return async (tenantId: string, address = sameSection(tenantId)) => {
    await router.navigate({ to: address });
    // Not if the person chose to stay on a page with unsaved changes.
    if (router.state.location.pathname.split('/')[1] === tenantId) {
      await saveTenant(tenantId);
    }
  };
}

async function saveTenant(tenantId: string): Promise<void> {
  rememberTenant(tenantId);
  try {
    await call(meApi.patchCustomData, { body: { [chosenTenantKey]: tenantId } }, tenantId);
    await queryClient.invalidateQueries({ queryKey: [meApi.get.tag] });
  } catch {
    // Stored in this browser; others use the previously selected tenant.
  }
}
