import type { Tenant } from '@postern/contracts/cloud/tenants';
import { useTranslation } from 'react-i18next';
import { useTenants } from '#platform/router/tenant-list.ts';
import classes from './banner.module.css';
import { openCreateTenant } from './create-open.ts';

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
