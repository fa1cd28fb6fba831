import type { Tenant } from '@postern/contracts/cloud/tenants';
import { useTranslation } from 'react-i18next';
import classes from './plans.module.css';
import { useAmounts } from './shared/format-amounts.ts';

/** The unpaid invoices of a tenant, by number. */
export function BillsTable({ bills }: { bills: Tenant['openInvoices'] }) {
  const { t } = useTranslation();
  const { money, day } = useAmounts();
  const sum = bills.reduce((total, { amountDue }) => total + amountDue, 0);
  return (
    <table className={classes.bills}>
      <caption className="sr-only">{t('plans.overdue.bills', { count: bills.length })}</caption>
      <thead>
        <tr>
          <th scope="col">{t('plans.overdue.bills', { count: bills.length })}</th>
          <th scope="col">{t('plans.overdue.amount')}</th>
        </tr>
      </thead>
      <tbody>
        {bills.map(({ id, number, createdAt, amountDue, currency }) => (
          <tr key={id}>
            <td>
              <span className="tabular">{day(createdAt)}</span> <code>{number ?? id}</code>
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
  );
}
