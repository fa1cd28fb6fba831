import type { InvoiceStatus } from '@postern/contracts/cloud/billing';
import { useTranslation } from 'react-i18next';
import { Tag } from '#platform/ui/tag.tsx';

const tones = {
  draft: 'neutral',
  open: 'warning',
  paid: 'success',
  void: 'neutral',
  uncollectible: 'danger',
} as const;

export function InvoiceStatusTag({ status }: { status: InvoiceStatus }) {
  const { t } = useTranslation();
  return <Tag tone={tones[status]}>{t(`billing.invoices.status.${status}`)}</Tag>;
}
