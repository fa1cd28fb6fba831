import { IconLock } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { Notice } from '#platform/feedback/notice.tsx';

export function ReadOnlyNotice({ indicator }: { indicator: string }) {
  const { t } = useTranslation();
  return (
    <Notice tone="info" icon={IconLock} title={t('resources.readOnly.title')}>
      {t('resources.readOnly.body')} {t('states.protocolName', { name: indicator })}
    </Notice>
  );
}
