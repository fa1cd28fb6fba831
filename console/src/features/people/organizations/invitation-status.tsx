import type { OrganizationInvitation } from '@postern/contracts/people/organization-invitations';
import { IconCheck, IconClock, IconClockX, IconX } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { Tag } from '#platform/ui/tag.tsx';

const looks = {
  Pending: { tone: 'info', icon: IconClock },
  Accepted: { tone: 'success', icon: IconCheck },
  Expired: { tone: 'warning', icon: IconClockX },
  Revoked: { tone: 'neutral', icon: IconX },
} as const;

export function InvitationStatusTag({ status }: Pick<OrganizationInvitation, 'status'>) {
  const { t } = useTranslation();
  return <Tag {...looks[status]}>{t(`organizations.invitations.status.${status}`)}</Tag>;
}
