import { Button } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { billingHistoryPath } from '#paths/tenant-settings.ts';
import { useAbilities } from '#platform/router/abilities.ts';
import { BusyButton } from '#platform/ui/busy-button.tsx';
import { BillsTable } from './bills-table.tsx';
import { NoticeDialog, type NoticeDialogProps } from './notice-dialog.tsx';
import { useOpenPortal } from './shared/open-portal.ts';

/** Names the tenant, lists the unpaid bills, and links to the payment. */
export function OverdueDialog({ tenant, onClose }: NoticeDialogProps) {
  const { t } = useTranslation();
  const abilities = useAbilities();
  const { openPortal, isOpening } = useOpenPortal(billingHistoryPath);
  return (
    <NoticeDialog
      title={t('plans.overdue.title')}
      body={t('plans.overdue.body', { name: tenant.name })}
      onClose={onClose}
      footer={
        <>
          <Button variant="default" onClick={onClose}>
            {t('plans.notNow')}
          </Button>
          {abilities?.manageBilling && (
            <BusyButton busy={isOpening} onClick={openPortal} data-autofocus>
              {t('plans.overdue.pay')}
            </BusyButton>
          )}
        </>
      }
    >
      <div>
        <BillsTable bills={tenant.openInvoices} />
        {abilities && !abilities.manageBilling && <p>{t('plans.askAdministrator')}</p>}
      </div>
    </NoticeDialog>
  );
}
