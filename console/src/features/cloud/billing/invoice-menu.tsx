import { Menu } from '@mantine/core';
import type { Invoice } from '@postern/contracts/cloud/billing';
import { IconDownload, IconListDetails } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { MoreMenu } from '#platform/ui/more-menu.tsx';
import { useDownloadInvoice } from './download-invoice.ts';

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
