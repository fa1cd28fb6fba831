import { applicationsApi } from '@postern/contracts/access/applications';
import { useTranslation } from 'react-i18next';
import { LogDetails } from '#features/records/audit/shared/log-details.tsx';
import { LogList } from '#features/records/audit/shared/log-list.tsx';
import {
  applicationLogPath,
  applicationLogsPath,
  applicationPath,
  applicationSettingsPath,
  applicationsPath,
} from '#paths/applications.ts';
import { useRead } from '#platform/client/use-read.ts';
import { TabBody } from '#platform/detail/tab-body.tsx';
import { usePathParams } from '#platform/router/links.ts';

export function LogsTab() {
  const { id } = usePathParams(applicationPath);
  return (
    <TabBody>
      <LogList of={{ applicationId: id }} to={(log) => ({ page: applicationLogPath, params: { id, logId: log.id } })} />
    </TabBody>
  );
}

/** A log entry of an application, with a link back to it. */
export function LogPage() {
  const { t } = useTranslation();
  const { id, logId } = usePathParams(applicationLogPath);
  const { data: application } = useRead(applicationsApi.get, { params: { id } }, { quiet: true });
  return (
    <LogDetails
      logId={logId}
      parents={[
        { to: applicationsPath, label: t('nav.applications') },
        { to: applicationSettingsPath, params: { id }, label: application?.name ?? '…' },
        { to: applicationLogsPath, params: { id }, label: t('applications.tabs.logs') },
      ]}
    />
  );
}
