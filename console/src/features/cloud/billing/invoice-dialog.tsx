import { Button, Menu } from '@mantine/core';
import { billingApi, type Invoice, type InvoiceStatus } from '@postern/contracts/cloud/billing';
import { IconDownload, IconListDetails } from '@tabler/icons-react';
import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useAmounts } from '#features/cloud/plans/shared/format-amounts.ts';
import { planLabel } from '#features/cloud/plans/shared/plan-label.ts';
import { download } from '#platform/client/download.ts';
import { showFailure } from '#platform/client/show-failure.ts';
import { DialogFrame } from '#platform/feedback/dialog-frame.tsx';
import { useTenantId } from '#platform/tenant.ts';
import { BusyButton } from '#platform/ui/busy-button.tsx';
import { MoreMenu } from '#platform/ui/more-menu.tsx';
import { Tag } from '#platform/ui/tag.tsx';
import classes from './billing.module.css';

/** The items of an invoice. */
export function InvoiceDialog({ invoice, onClose }: { invoice: Invoice; onClose: () => void }) {
  const { t } = useTranslation();
  const { day } = useAmounts();
  const { downloadInvoice, isDownloading } = useDownloadInvoice();
  const { id, number, kind, correctsNumber, planId, periodStart, periodEnd, status, dueDate } = invoice;
  const period = t('billing.summary.range', { from: day(periodStart), to: day(Date.parse(periodEnd) - 1) });
  return (
    <DialogFrame
      opened
      onClose={onClose}
      title={t(`billing.invoices.dialog.${kind}`, { number: number ?? id })}
      description={`${planLabel(t, planId)} · ${period}`}
      onSubmit={(event) => {
        event.preventDefault();
        void downloadInvoice(id);
      }}
      footer={
        <>
          <Button variant="default" onClick={onClose}>
            {t('actions.close')}
          </Button>
          <BusyButton
            type="submit"
            busy={isDownloading}
            leftSection={<IconDownload size={18} stroke={1.5} aria-hidden />}
            data-autofocus
          >
            {t('billing.invoices.download')}
          </BusyButton>
        </>
      }
    >
      <div className={classes.invoiceFacts}>
        <InvoiceStatusTag status={status} />
        {dueDate && status === 'open' && (
          <span className={classes.small}>{t('billing.invoices.due', { date: day(dueDate) })}</span>
        )}
      </div>
      {correctsNumber && <p className={classes.small}>{t('billing.invoices.corrects', { number: correctsNumber })}</p>}
      <Parties invoice={invoice} />
      <Lines invoice={invoice} />
    </DialogFrame>
  );
}

function Parties({ invoice: { seller, customer } }: { invoice: Invoice }) {
  const { t } = useTranslation();
  const parties = [
    { label: t('billing.invoices.seller'), party: seller },
    { label: t('billing.invoices.customer'), party: customer },
  ];
  return (
    <dl className={classes.parties}>
      {parties.map(
        ({ label, party }) =>
          party && (
            <div key={label}>
              <dt className={classes.small}>{label}</dt>
              <dd>
                {[
                  party.name,
                  ...party.address,
                  ...(party.taxId ? [t('billing.invoices.taxId', { id: party.taxId })] : []),
                ].map((line, index) => (
                  // biome-ignore lint/suspicious/noArrayIndexKey: two lines may say the same, and none ever moves
                  <div key={index}>{line}</div>
                ))}
              </dd>
            </div>
          ),
      )}
    </dl>
  );
}

function Lines({ invoice: { lines, amountDue, amountPaid, currency, tax } }: { invoice: Invoice }) {
  const { t } = useTranslation();
  const { money, number } = useAmounts();
  return (
    <div className={classes.card}>
      <table className={`${classes.table} ${classes.lines}`} aria-label={t('billing.invoices.lines')}>
        <thead>
          <tr>
            <th scope="col">{t('billing.invoices.line')}</th>
            <th scope="col">{t('billing.invoices.quantity')}</th>
            <th scope="col">{t('billing.invoices.columns.amount')}</th>
          </tr>
        </thead>
        <tbody>
          {lines.length === 0 && (
            <tr>
              <td colSpan={3}>{t('billing.invoices.noLines')}</td>
            </tr>
          )}
          {lines.map(({ description, quantity, unitPrice, amount }, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: two lines may say the same, and none ever moves
            <tr key={index}>
              <td>{description}</td>
              <td className="tabular">
                {number(quantity)} × {money(unitPrice, currency)}
              </td>
              <td className="tabular">{money(amount, currency)}</td>
            </tr>
          ))}
        </tbody>
        <tfoot>
          {tax && (
            <tr>
              <th scope="row" colSpan={2}>
                {tax.rate === null
                  ? t('billing.invoices.someTax', { name: tax.name })
                  : t('billing.invoices.tax', { name: tax.name, rate: number(tax.rate) })}
              </th>
              <td className="tabular">{money(tax.amount, currency)}</td>
            </tr>
          )}
          <tr>
            <th scope="row" colSpan={2}>
              {t('billing.invoices.total')}
            </th>
            <td className="tabular">{money(amountDue, currency)}</td>
          </tr>
          <tr>
            <th scope="row" colSpan={2}>
              {t('billing.invoices.paid')}
            </th>
            <td className="tabular">{money(amountPaid, currency)}</td>
          </tr>
        </tfoot>
      </table>
    </div>
  );
}

export function InvoiceMenu({ invoice: { id, number }, onDetails }: { invoice: Invoice; onDetails: () => void }) {
  const { t } = useTranslation();
  const { downloadInvoice } = useDownloadInvoice();
  return (
    <MoreMenu name={number ?? id}>
      <Menu.Item leftSection={<IconListDetails size={18} stroke={1.5} aria-hidden />} onClick={onDetails}>
        {t('billing.invoices.details')}
      </Menu.Item>
      <Menu.Item
        leftSection={<IconDownload size={18} stroke={1.5} aria-hidden />}
        onClick={() => void downloadInvoice(id)}
      >
        {t('billing.invoices.download')}
      </Menu.Item>
    </MoreMenu>
  );
}

const statusTones = {
  draft: 'neutral',
  open: 'warning',
  paid: 'success',
  void: 'neutral',
  uncollectible: 'danger',
} as const;

export function InvoiceStatusTag({ status }: { status: InvoiceStatus }) {
  const { t } = useTranslation();
  return <Tag tone={statusTones[status]}>{t(`billing.invoices.status.${status}`)}</Tag>;
}

/** Downloads an invoice as PDF; one at a time. */
function useDownloadInvoice() {
  const id = useTenantId();
  const isRunning = useRef(false);
  const [isDownloading, setDownloading] = useState(false);
  const downloadInvoice = async (invoiceId: string) => {
    if (isRunning.current) {
      return;
    }
    isRunning.current = true;
    setDownloading(true);
    await download(billingApi.invoicePdf, { params: { id, invoiceId } }, id).catch(showFailure);
    isRunning.current = false;
    setDownloading(false);
  };
  return { downloadInvoice, isDownloading };
}
