import type { Tenant, TenantTag } from '@postern/contracts/cloud/tenants';
import { useTranslation } from 'react-i18next';
import { useTenants } from '#platform/router/tenant-list.ts';
import { sharedValue, useShared } from '#platform/shared-value.ts';
import classes from './banner.module.css';

type CreateRequest = { name: string; tag: TenantTag };

const current = sharedValue<CreateRequest | undefined>(undefined);

/** Opens the dialog over the current page; browser back closes it. */
export function openCreateTenant(name = '', tag: TenantTag = 'development'): void {
  addEventListener('popstate', closeCreateTenant, { once: true });
  current.set({ name, tag });
}

export function closeCreateTenant(): void {
  removeEventListener('popstate', closeCreateTenant);
  current.set(undefined);
}

export const useCreateRequest = () => useShared(current);

/** For people without a production tenant. */
export function DevelopmentBanner({ tenant }: { tenant: Tenant }) {
  const { t } = useTranslation();
  const { data: tenants = [] } = useTenants();
  const isShown = tenant.tag === 'development' && !tenants.some(({ tag }) => tag === 'production');
  return (
    isShown && (
      <div className={classes.place}>
        <section className={classes.banner} aria-label={t('tenants.banner.title')}>
          <p>{t('tenants.banner.body')}</p>
          <button type="button" className="link" onClick={() => openCreateTenant('', 'production')}>
            {t('tenants.banner.action')}
          </button>
        </section>
      </div>
    )
  );
}
