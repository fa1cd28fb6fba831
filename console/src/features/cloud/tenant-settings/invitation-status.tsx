import type { InvitationStatus } from '@postern/contracts/cloud/tenant-invitations';
import { IconCheck, IconClock, IconClockX, IconX } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { Tag } from '#platform/ui/tag.tsx';

const looks = {
  Pending: { tone: 'info', icon: IconClock },
  Accepted: { tone: 'success', icon: IconCheck },
  Expired: { tone: 'warning', icon: IconClockX },
  Revoked: { tone: 'neutral', icon: IconX },
} as const;

export function InvitationStatusTag({ status }: { status: InvitationStatus }) {
  const { t } = useTranslation();
  return <Tag {...looks[status]}>{t(`tenantSettings.status.${status}`)}</Tag>;
}
