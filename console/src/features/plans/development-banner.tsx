import type { Tenant } from '@postern/contracts/tenants';
import { IconFlask } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { openCreateTenant } from '#features/tenants/create-open.ts';
import { useTenants } from '#platform/router/tenant-list.ts';
import classes from './plans.module.css';

/** For people who have nothing for their customers yet. */
export function DevelopmentBanner({ tenant }: { tenant: Tenant }) {
  const { t } = useTranslation();
  const { data: tenants = [] } = useTenants();
  const isShown = tenant.tag === 'development' && !tenants.some(({ tag }) => tag === 'production');
  return (
    isShown && (
      <section className={classes.banner} aria-label={t('tenants.banner.title')}>
        <IconFlask size={18} stroke={1.5} aria-hidden />
        <p>{t('tenants.banner.body')}</p>
        <button type="button" onClick={() => openCreateTenant('', 'production')}>
          {t('tenants.banner.action')}
        </button>
      </section>
    )
  );
}
