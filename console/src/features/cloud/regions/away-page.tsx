import { Button } from '@mantine/core';
import { IconRefresh, IconSelector } from '@tabler/icons-react';
import { useLayoutEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { regionLabel, useRegions } from '#features/cloud/tenants/shared/regions.ts';
import { LostArt } from '#platform/feedback/art.tsx';
import { Screen } from '#platform/feedback/screens.tsx';
import { useCurrentTenant } from '#platform/router/current-tenant.ts';
import { setTenantSwitch } from '#platform/shell/switch-tenant.ts';
import { BusyButton } from '#platform/ui/busy-button.tsx';
import { useKeepTrying } from './keep-trying.ts';
import classes from './regions.module.css';

/** Moves the focus to the page when it is available again. */
function useLeaveFocus() {
  const own = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    const { current } = own;
    return () => {
      if (current?.contains(document.activeElement)) {
        document.querySelector<HTMLElement>('#main')?.focus();
      }
    };
  }, []);
  return own;
}

/** Replaces a page whose region is unavailable. */
export function AwayPage() {
  const { t } = useTranslation();
  const tenant = useCurrentTenant();
  const { data: known } = useRegions();
  const own = useLeaveFocus();
  const { isTrying, isInVain, tryNow } = useKeepTrying();
  if (!tenant) {
    return null;
  }
  const { regionName } = tenant;
  const region = regionLabel(t, regionName, known?.find(({ id }) => id === regionName)?.name);
  return (
    <div ref={own} className={classes.away} role="alert">
      <Screen
        art={<LostArt />}
        title={t('regions.away.title', { region })}
        body={t('regions.away.body', { tenant: tenant.name })}
        actions={
          <>
            <BusyButton leftSection={<IconRefresh size={18} stroke={1.5} />} busy={isTrying} onClick={tryNow}>
              {t('actions.tryAgain')}
            </BusyButton>
            <Button
              variant="default"
              leftSection={<IconSelector size={18} stroke={1.5} />}
              onClick={() => setTenantSwitch(true)}
            >
              {t('tenants.switch')}
            </Button>
          </>
        }
      >
        <p className={classes.second}>{t(isInVain ? 'regions.away.still' : 'regions.away.wait')}</p>
      </Screen>
    </div>
  );
}
