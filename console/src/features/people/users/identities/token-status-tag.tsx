import { IconCircleCheck, IconCircleDashed, IconClockOff } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { Tag } from '#platform/ui/tag.tsx';
import type { TokenStatus } from './token-status.ts';

const looks = {
  active: { tone: 'success', icon: IconCircleCheck },
  expired: { tone: 'danger', icon: IconClockOff },
  inactive: { tone: 'neutral', icon: IconCircleDashed },
  none: { tone: 'outline', icon: undefined },
} as const satisfies Record<TokenStatus, object>;

export function TokenStatusTag({ status }: { status: TokenStatus }) {
  const { t } = useTranslation();
  return <Tag {...looks[status]}>{t(`userDetails.tokenStatus.${status}`)}</Tag>;
}
