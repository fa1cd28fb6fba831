import { lazy, type ReactNode, Suspense } from 'react';
import { loadPhrases } from '#platform/i18n/setup.ts';
import { useCurrentTenant } from '#platform/router/current-tenant.ts';
import { usePlace } from '#platform/router/features.tsx';
import { tenantBanners } from './places.ts';

const words = () => loadPhrases(['plans', 'contact']);

const Suspended = lazy(async () => {
  const [part] = await Promise.all([import('./suspended-page.tsx'), words()]);
  return { default: part.SuspendedPage };
});

const Notices = lazy(async () => {
  const [part] = await Promise.all([import('./notices.tsx'), words()]);
  return { default: part.Notices };
});

/** Wraps every page of a tenant. A suspended tenant shows no pages and no billing notices. */
export function TenantFrame({ children }: { children: ReactNode }) {
  const tenant = useCurrentTenant();
  const banners = usePlace(tenantBanners);
  if (!tenant) {
    return children;
  }
  if (tenant.isSuspended) {
    return (
      <Suspense fallback={null}>
        <Suspended tenant={tenant} />
      </Suspense>
    );
  }
  return (
    <>
      {banners.map((Banner, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the list is the same as long as the page lives.
        <Banner key={index} tenant={tenant} />
      ))}
      {children}
      <Suspense fallback={null}>
        <Notices tenant={tenant} />
      </Suspense>
    </>
  );
}
