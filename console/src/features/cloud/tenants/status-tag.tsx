import { IconAlertTriangle, IconBan, IconReceipt } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { Tag } from '#platform/ui/tag.tsx';
import type { TenantStatus } from './status.ts';

const looks = {
  suspended: { tone: 'danger', icon: IconBan },
  overdue: { tone: 'danger', icon: IconReceipt },
  mauLimit: { tone: 'warning', icon: IconAlertTriangle },
  tokenLimit: { tone: 'warning', icon: IconAlertTriangle },
} as const;

export function StatusTag({ status }: { status: TenantStatus }) {
  const { t } = useTranslation();
  return <Tag {...looks[status]}>{t(`tenants.status.${status}`)}</Tag>;
}
