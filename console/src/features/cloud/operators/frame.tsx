import { Button } from '@mantine/core';
import { Link, Outlet } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { operatorArea } from '#paths/operators.ts';
import { LostArt } from '#platform/feedback/art.tsx';
import { LoadFailed } from '#platform/feedback/load-failed.tsx';
import { Screen, Splash } from '#platform/feedback/screens.tsx';
import { useTenants } from '#platform/router/tenant-list.ts';
import { OuterFrame } from '#platform/shell/outer-frame.tsx';
import { TenantContext } from '#platform/tenant.ts';
import { usePageTitle } from '#platform/ui/page-title.ts';
import { useIsOperator } from './operators-only.tsx';

/** The operators' area; hidden from everyone else. */
export function OperatorFrame() {
  const tenants = useTenants();
  const isOperator = useIsOperator();
  if (isOperator === undefined && !tenants.error) {
    return <Splash />;
  }
  return (
    <OuterFrame>
      {isOperator ? (
        // Links are built for the tenant in the URL; here this is the operators' area.
        <TenantContext value={operatorArea}>
          <Outlet />
        </TenantContext>
      ) : isOperator === false ? (
        <Lost />
      ) : (
        <LoadFailed error={tenants.error} retry={tenants.refetch} />
      )}
    </OuterFrame>
  );
}

function Lost() {
  const { t } = useTranslation();
  usePageTitle(t('states.notFoundTitle'));
  return (
    <Screen
      art={<LostArt />}
      title={t('states.notFoundTitle')}
      body={t('states.notFoundBody')}
      actions={
        <Button component={Link} to="/">
          {t('shell.backToConsole')}
        </Button>
      }
    />
  );
}
