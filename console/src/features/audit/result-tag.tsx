import type { LogPayload } from '@postern/contracts/audit';
import { IconAlertCircle, IconCircleCheck } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { Tag } from '#platform/ui/tag.tsx';

export function ResultTag({ result }: Pick<LogPayload, 'result'>) {
  const { t } = useTranslation();
  return result === 'Success' ? (
    <Tag tone="success" icon={IconCircleCheck}>
      {t('audit.results.Success')}
    </Tag>
  ) : (
    <Tag tone="danger" icon={IconAlertCircle}>
      {t('audit.results.Error')}
    </Tag>
  );
}
