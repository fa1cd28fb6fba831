import { Button } from '@mantine/core';
import type { Tenant } from '@postern/contracts/cloud/tenants';
import { type ConsoleSettings, consoleSettingsApi } from '@postern/contracts/records/console-settings';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useWrite } from '#platform/client/use-write.ts';
import { DialogFrame } from '#platform/feedback/dialog-frame.tsx';

export type NoticeDialogProps = { tenant: Tenant; settings: ConsoleSettings | undefined; onClose: () => void };

type FrameProps = { title: string; body: ReactNode; footer: ReactNode; onClose: () => void; children?: ReactNode };

/** A modal notice: Enter only triggers its buttons. */
export function NoticeDialog({ title, body, footer, onClose, children }: FrameProps) {
  return (
    <DialogFrame
      opened
      size="small"
      title={title}
      description={body}
      onClose={onClose}
      onSubmit={(event) => event.preventDefault()}
      footer={footer}
    >
      {children}
    </DialogFrame>
  );
}

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
