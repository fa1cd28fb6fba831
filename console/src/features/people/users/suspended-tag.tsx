import { IconBan } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { Tag } from '#platform/ui/tag.tsx';

export function SuspendedTag() {
  const { t } = useTranslation();
  return (
    <Tag tone="danger" icon={IconBan}>
      {t('users.suspended')}
    </Tag>
  );
}
