import { billingApi } from '@postern/contracts/cloud/billing';
import { useRef, useState } from 'react';
import { download } from '#platform/client/download.ts';
import { showFailure } from '#platform/client/show-failure.ts';
import { useTenantId } from '#platform/tenant.ts';

/** Downloads an invoice as PDF; one at a time. */
export function useDownloadInvoice() {
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
