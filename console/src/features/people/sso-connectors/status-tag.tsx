import type { SsoConnectorWithProviderConfig } from '@postern/contracts/people/sso-connectors';
import {
  IconAlertTriangle,
  IconCircleCheck,
  IconCircleDashed,
  IconClockOff,
  IconPlugOff,
  IconRefreshAlert,
} from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { Tag } from '#platform/ui/tag.tsx';
import { findStatus, type SsoStatus } from './find-status.ts';

const looks = {
  unset: { tone: 'neutral', icon: IconCircleDashed },
  unreadable: { tone: 'danger', icon: IconPlugOff },
  expired: { tone: 'danger', icon: IconClockOff },
  noDomains: { tone: 'neutral', icon: IconCircleDashed },
  expiring: { tone: 'warning', icon: IconAlertTriangle },
  stale: { tone: 'warning', icon: IconRefreshAlert },
  ready: { tone: 'success', icon: IconCircleCheck },
} as const satisfies Record<SsoStatus, object>;

export function StatusTag({ connector }: { connector: SsoConnectorWithProviderConfig }) {
  const { t } = useTranslation();
  const status = findStatus(connector);
  return <Tag {...looks[status]}>{t(`ssoConnectors.status.${status}`)}</Tag>;
}
