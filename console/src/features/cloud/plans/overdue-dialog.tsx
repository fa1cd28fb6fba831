import { Button } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { billingHistoryPath } from '#paths/tenant-settings.ts';
import { useAbilities } from '#platform/router/abilities.ts';
import { BusyButton } from '#platform/ui/busy-button.tsx';
import { NoticeDialog, type NoticeDialogProps } from './notice-dialog.tsx';
import classes from './plans.module.css';
import { useAmounts } from './shared/format-amounts.ts';
import { useOpenPortal } from './shared/open-portal.ts';

/** Names the tenant, lists the unpaid bills, and links to the payment. */
export function OverdueDialog({ tenant, onClose }: NoticeDialogProps) {
  const { t } = useTranslation();
  const { money, day } = useAmounts();
  const abilities = useAbilities();
  const { openPortal, isOpening } = useOpenPortal(billingHistoryPath);
  const bills = tenant.openInvoices;
  const sum = bills.reduce((total, { amountDue }) => total + amountDue, 0);
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
          {abilities?.manageTenant && (
            <BusyButton busy={isOpening} onClick={openPortal} data-autofocus>
              {t('plans.overdue.pay')}
            </BusyButton>
          )}
        </>
      }
    >
      <div>
        <table className={classes.bills}>
          <caption className="sr-only">{t('plans.overdue.bills', { count: bills.length })}</caption>
          <thead>
            <tr>
              <th scope="col">{t('plans.overdue.bills', { count: bills.length })}</th>
              <th scope="col">{t('plans.overdue.amount')}</th>
            </tr>
          </thead>
          <tbody>
            {bills.map(({ id, createdAt, amountDue, currency }) => (
              <tr key={id}>
                <td>
                  <span className="tabular">{day(createdAt)}</span> <code>{id}</code>
                </td>
                <td className="tabular">{money(amountDue, currency)}</td>
              </tr>
            ))}
          </tbody>
          <tfoot>
            <tr>
              <th scope="row">{t('plans.overdue.sum')}</th>
              <td className="tabular">{money(sum, bills[0]?.currency)}</td>
            </tr>
          </tfoot>
        </table>
        {abilities && !abilities.manageTenant && <p>{t('plans.askAdministrator')}</p>}
      </div>
    </NoticeDialog>
  );
}
