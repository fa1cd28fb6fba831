import type { Tenant } from '@postern/contracts/tenants';
import { useTranslation } from 'react-i18next';
import { openCreateTenant } from '#features/tenants/create-open.ts';
import { useTenants } from '#platform/router/tenant-list.ts';
import classes from './banner.module.css';

/** For people who have nothing for their customers yet. */
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
