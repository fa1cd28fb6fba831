import { Button } from '@mantine/core';
import { Link, Navigate } from '@tanstack/react-router';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { TenantList } from '#features/cloud/tenants/shared/tenant-list.tsx';
import { leftPath } from '#paths/live.ts';
import { LostArt } from '#platform/feedback/art.tsx';
import { OuterScreen } from '#platform/page/outer-screen.tsx';
import { usePathParams } from '#platform/router/links.ts';
import { useTenants } from '#platform/router/tenant-list.ts';
import { readFarewell } from './farewell.ts';
import { farewellBody, farewellTitle } from './react-to.ts';

/** Replaces a tenant that was deleted, or that the person was removed from, while it was open. */
export function LeftPage() {
  const { t } = useTranslation();
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
      {others.length > 0 && <TenantList title={t('live.others')} tenants={others} />}
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
