import type { Tenant } from '@postern/contracts/cloud/tenants';
import { defaultTenantId } from '@postern/contracts/wire';
import { Navigate, useParams } from '@tanstack/react-router';
import { type ReactNode, useEffect, useRef } from 'react';
import { queryClient } from '../client/queries.ts';
import { edition } from '../edition.ts';
import { ErrorScreen } from '../feedback/error-screen.tsx';
import { Splash } from '../feedback/screens.tsx';
import { useMe } from '../person.ts';
import { TenantContext, useTenantId } from '../tenant.ts';
import { chooseTenant, placeholderTenantId } from './choose-tenant.ts';
import { CurrentTenantContext } from './current-tenant.ts';
import { isOuterArea, useFeatures } from './features.tsx';
import { ForeignTenant, LostOutside } from './foreign-tenant.tsx';
import { useScopeCheck } from './scope-check.ts';
import { useTenants } from './tenant-list.ts';

/** Provides the tenant of the pages below: the one in the path, or the only one. */
export function TenantScope({ children }: { children: ReactNode }) {
  return edition.tenantInPath ? (
    <TenantFromPath>{children}</TenantFromPath>
  ) : (
    <TenantContext value={defaultTenantId}>{children}</TenantContext>
  );
}

function TenantFromPath({ children }: { children: ReactNode }) {
  const { tenantId = '' }: { tenantId?: string } = useParams({ strict: false });
  const tenants = useTenants();
  const features = useFeatures();
  const known = useRef(new Set<string>());
  if (tenants.error && !tenants.data) {
    return <ErrorScreen error={tenants.error} />;
  }
  if (!tenants.data) {
    return <Splash />;
  }
  const tenant = tenants.data.find((candidate) => candidate.id === tenantId);
  if (tenant) {
    known.current.add(tenantId);
  }
  if (!tenant) {
    if (tenantId === placeholderTenantId) {
      return <DefaultTenantInPath tenants={tenants.data} />;
    }
    if (isOuterArea(features, tenantId)) {
      return <LostOutside />;
    }
    // Who leaves or deletes a tenant continues at the root.
    return known.current.has(tenantId) ? <Navigate to="/" replace /> : <ForeignTenant id={tenantId} />;
  }
  return (
    <TenantContext value={tenantId} key={tenantId}>
      <CurrentTenantContext value={tenant}>
        <Membership />
        {children}
      </CurrentTenantContext>
    </TenantContext>
  );
}

/** The same page for another tenant: `/to/applications` → `/x1y2/applications`. */
function DefaultTenantInPath({ tenants }: { tenants: readonly Tenant[] }) {
  const me = useMe();
  if (me.isPending) {
    return <Splash />;
  }
  const tenant = chooseTenant(tenants, me.data);
  if (!tenant) {
    return <Navigate to="/" replace />;
  }
  const [, , ...rest] = location.pathname.split('/');
  return <Navigate to={`/${[tenant.id, ...rest].join('/')}`} search hash={location.hash.slice(1)} replace />;
}

function Membership() {
  const tenantId = useTenantId();
  useScopeCheck();
  // Cached data of a tenant is dropped when it is left, so that coming back shows current data.
  useEffect(
    () => () => queryClient.removeQueries({ predicate: ({ queryKey }) => queryKey[1] === tenantId }),
    [tenantId],
  );
  return null;
}
