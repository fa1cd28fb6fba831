import { Button } from '@mantine/core';
import { Link, Navigate } from '@tanstack/react-router';
import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { LostArt } from '#platform/feedback/art.tsx';
import { useEnterTenant } from '#platform/router/enter-tenant.ts';
import { usePathParams } from '#platform/router/links.ts';
import { useTenants } from '#platform/router/tenant-list.ts';
import { OuterScreen } from '../tenants/outer-screen.tsx';
import { placeOf } from '../tenants/place.ts';
import { TenantRow } from '../tenants/tenant-row.tsx';
import classes from '../tenants/tenants.module.css';
import { readFarewell } from './farewell.ts';
import { leftPath } from './paths.ts';
import { farewellBody, farewellTitle } from './react-to.ts';

/** In place of a tenant that this person was removed from, or that was deleted, while they looked at it. */
export function LeftPage() {
  const { tenantId } = usePathParams(leftPath);
  const [farewell] = useState(() => readFarewell(tenantId));
  const { data: tenants = [] } = useTenants();
  if (!farewell) {
    return <Navigate to="/" replace />;
  }
  const others = tenants.filter(({ id }) => id !== tenantId);
  return (
    <OuterScreen
      art={<LostArt />}
      title={farewellTitle(farewell)}
      body={farewellBody(farewell)}
      actions={others.length === 0 && <ToConsole />}
    >
      {others.length > 0 && <OtherTenants tenants={others} />}
    </OuterScreen>
  );
}

function ToConsole() {
  const { t } = useTranslation();
  return (
    <Button component={Link} to="/">
      {t('live.toConsole')}
    </Button>
  );
}

type OtherTenantsProps = { tenants: readonly Parameters<typeof placeOf>[1][] };

function OtherTenants({ tenants }: OtherTenantsProps) {
  const { t } = useTranslation();
  const titleId = useId();
  const enterTenant = useEnterTenant();
  return (
    <div className={classes.waiting}>
      <div id={titleId} className={classes.groupTitle}>
        {t('live.others')}
      </div>
      <ul className={classes.rows} aria-labelledby={titleId}>
        {tenants.map((tenant) => (
          <li key={tenant.id}>
            <TenantRow
              tenant={tenant}
              place={placeOf(t, tenant, tenants)}
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
