import { applicationsApi } from '@postern/contracts/access/applications';
import { useTranslation } from 'react-i18next';
import { LogDetails } from '#features/records/audit/shared/log-details.tsx';
import {
  applicationLogPath,
  applicationLogsPath,
  applicationSettingsPath,
  applicationsPath,
} from '#paths/applications.ts';
import { useRead } from '#platform/client/use-read.ts';
import { usePathParams } from '#platform/router/links.ts';

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
