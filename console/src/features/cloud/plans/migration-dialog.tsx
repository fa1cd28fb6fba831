import { Button } from '@mantine/core';
import { consoleSettingsApi } from '@postern/contracts/records/console-settings';
import { useTranslation } from 'react-i18next';
import { useWrite } from '#platform/client/use-write.ts';
import { NoticeDialog, type NoticeDialogProps } from './notice-dialog.tsx';

/** Closing it in any way marks it as read for all members of the tenant. */
export function MigrationDialog({ settings, onClose }: NoticeDialogProps) {
  const { t } = useTranslation();
  const { mutate } = useWrite(consoleSettingsApi.update);
  const notice = settings?.developmentTenantMigrationNotification;
  const close = () => {
    onClose();
    if (notice) {
      mutate({ body: { developmentTenantMigrationNotification: { ...notice, readAt: Date.now() } } });
    }
  };
  return (
    <NoticeDialog
      title={t('plans.migration.title')}
      body={t(notice?.isPaidTenant ? 'plans.migration.paid' : 'plans.migration.free')}
      onClose={close}
      footer={
        <Button onClick={close} data-autofocus>
          {t('actions.gotIt')}
        </Button>
      }
    >
      {notice && <p>{t('plans.migration.before', { tag: notice.tag })}</p>}
    </NoticeDialog>
  );
}
