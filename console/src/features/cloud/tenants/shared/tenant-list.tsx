import type { Tenant } from '@postern/contracts/cloud/tenants';
import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import { useEnterTenant } from '#platform/router/enter-tenant.ts';
import { regionAndPlanOf, TenantRow } from '../tenant-row.tsx';
import classes from '../tenants.module.css';

type TenantListProps = { title: string; tenants: readonly Tenant[] };

/** Tenants to select, on a page outside of all tenants. */
export function TenantList({ title, tenants }: TenantListProps) {
  const { t } = useTranslation();
  const titleId = useId();
  const enterTenant = useEnterTenant();
  return (
    <div className={classes.waiting}>
      <div id={titleId} className={classes.groupTitle}>
        {title}
      </div>
      <ul className={classes.rows} aria-labelledby={titleId}>
        {tenants.map((tenant) => (
          <li key={tenant.id}>
            <TenantRow
              tenant={tenant}
              place={regionAndPlanOf(t, tenant, tenants)}
              address={`/${tenant.id}`}
              isCurrent={false}
              isEntry
              takesFocus={false}
              onEnter={() => void enterTenant(tenant.id, `/${tenant.id}`)}
            />
          </li>
        ))}
      </ul>
    </div>
  );
}
