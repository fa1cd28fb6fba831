import { tenantsApi } from '@postern/contracts/cloud/tenants';
import { Navigate } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { useRead } from '../client/use-read.ts';
import { LostArt } from '../feedback/art.tsx';
import { ErrorScreen } from '../feedback/error-screen.tsx';
import { Screen, Splash } from '../feedback/screens.tsx';
import { chooseTenant } from './choose-tenant.ts';
import { useFeatures } from './features.tsx';

/** The root if paths contain a tenant. A feature may replace it. */
export function RootPage() {
  const Root = useFeatures().find((feature) => feature.root)?.root ?? DefaultTenant;
  return <Root />;
}

function DefaultTenant() {
  const { t } = useTranslation();
  const tenants = useRead(tenantsApi.list, {});
  if (tenants.error) {
    return <ErrorScreen error={tenants.error} />;
  }
  if (!tenants.data) {
    return <Splash />;
  }
  const tenant = chooseTenant(tenants.data);
  if (tenant) {
    return <Navigate to={`/${tenant.id}`} replace />;
  }
  return <Screen art={<LostArt />} title={t('states.noTenantTitle')} body={t('states.noTenantBody')} />;
}
