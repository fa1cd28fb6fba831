import type { LogPayload } from '@postern/contracts/records/audit';
import { IconAlertCircle, IconCircleArrowRight, IconCircleCheck } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { Tag } from '#platform/ui/tag.tsx';
import { outcomeOf } from './outcome.ts';

const looks = {
  Success: { tone: 'success', icon: IconCircleCheck },
  Continues: { tone: 'neutral', icon: IconCircleArrowRight },
  Error: { tone: 'danger', icon: IconAlertCircle },
} as const;

export function ResultTag({ payload }: { payload: Pick<LogPayload, 'result' | 'error'> }) {
  const { t } = useTranslation();
  const outcome = outcomeOf(payload);
  return <Tag {...looks[outcome]}>{t(`audit.results.${outcome}`)}</Tag>;
}
