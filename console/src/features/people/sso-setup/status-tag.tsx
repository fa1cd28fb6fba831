import type { SsoSetupStatus } from '@postern/contracts/people/sso-setup-links';
import { IconCheck, IconClock, IconClockX, IconLink, IconPencil, IconX } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { Tag } from '#platform/ui/tag.tsx';

const looks = {
  created: { tone: 'neutral', icon: IconLink },
  opened: { tone: 'info', icon: IconPencil },
  waiting: { tone: 'warning', icon: IconClock },
  enabled: { tone: 'success', icon: IconCheck },
  expired: { tone: 'neutral', icon: IconClockX },
  revoked: { tone: 'neutral', icon: IconX },
} as const;

export function SetupStatusTag({ status }: { status: SsoSetupStatus }) {
  const { t } = useTranslation();
  return <Tag {...looks[status]}>{t(`ssoSetup.status.${status}`)}</Tag>;
}
