import type { TenantState } from '@postern/contracts/cloud/operators';
import { IconAlertTriangle, IconBan, IconCircleCheck } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { Tag } from '#platform/ui/tag.tsx';

const looks = {
  active: { tone: 'success', icon: IconCircleCheck },
  suspended: { tone: 'danger', icon: IconBan },
  overdue: { tone: 'warning', icon: IconAlertTriangle },
} as const;

export function StateTag({ state }: { state: TenantState }) {
  const { t } = useTranslation();
  return <Tag {...looks[state]}>{t(`operators.states.${state}`)}</Tag>;
}
