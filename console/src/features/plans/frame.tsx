import { lazy, type ReactNode, Suspense } from 'react';
import { loadPhrases } from '#platform/i18n/setup.ts';
import { useCurrentTenant } from '#platform/router/current-tenant.ts';
import { DevelopmentBanner } from './development-banner.tsx';

const words = () => loadPhrases(['plans']);

const Suspended = lazy(async () => {
  const [part] = await Promise.all([import('./suspended-page.tsx'), words()]);
  return { default: part.SuspendedPage };
});

const Notices = lazy(async () => {
  const [part] = await Promise.all([import('./notices.tsx'), words()]);
  return { default: part.Notices };
});

/** Around every page of a tenant. A suspended one has no pages, and nobody is bothered about its bills. */
export function TenantFrame({ children }: { children: ReactNode }) {
  const tenant = useCurrentTenant();
  if (!tenant) {
    return children;
  }
  if (tenant.isSuspended) {
    return (
      <Suspense fallback={null}>
        <Suspended reason={tenant.suspensionReason} />
      </Suspense>
    );
  }
  return (
    <>
      <DevelopmentBanner tenant={tenant} />
      {children}
      <Suspense fallback={null}>
        <Notices tenant={tenant} />
      </Suspense>
    </>
  );
}
