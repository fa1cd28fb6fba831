import { Button } from '@mantine/core';
import type { Tenant } from '@postern/contracts/cloud/tenants';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ContactDialog } from '#features/help/assistant/shared/contact-dialog.tsx';
import { billingHistoryPath } from '#paths/tenant-settings.ts';
import { LostArt } from '#platform/feedback/art.tsx';
import { Screen } from '#platform/feedback/screens.tsx';
import { useAbilities } from '#platform/router/abilities.ts';
import { BusyButton } from '#platform/ui/busy-button.tsx';
import { usePageTitle } from '#platform/ui/page-title.ts';
import { BillsTable } from './bills-table.tsx';
import classes from './plans.module.css';
import { useOpenPortal } from './shared/open-portal.ts';

/** Replaces every page of a suspended tenant. Unpaid invoices can be paid here. */
export function SuspendedPage({ tenant }: { tenant: Tenant }) {
  const { t } = useTranslation();
  const [isAsking, setAsking] = useState(false);
  const abilities = useAbilities();
  const { openPortal, isOpening } = useOpenPortal(billingHistoryPath);
  const { suspensionReason: reason, openInvoices } = tenant;
  const owes = openInvoices.length > 0;
  usePageTitle(t('plans.suspended.title'));
  return (
    <>
      <Screen
        art={<LostArt />}
        title={t('plans.suspended.title')}
        body={t('plans.suspended.by')}
        actions={
          <>
            {owes && abilities?.manageBilling && (
              <BusyButton busy={isOpening} onClick={openPortal}>
                {t('plans.overdue.pay')}
              </BusyButton>
            )}
            <Button variant={owes ? 'default' : 'filled'} onClick={() => setAsking(true)}>
              {t('contact.action')}
            </Button>
          </>
        }
      >
        {reason && <p className={classes.reason}>{t('plans.suspended.because', { reason })}</p>}
        <p className={classes.second}>{t('plans.suspended.body')}</p>
        <p className={classes.second}>{reason ? t('plans.suspended.open') : t('plans.suspended.next')}</p>
        {owes && <BillsTable bills={openInvoices} />}
      </Screen>
      <ContactDialog opened={isAsking} onClose={() => setAsking(false)} />
    </>
  );
}
