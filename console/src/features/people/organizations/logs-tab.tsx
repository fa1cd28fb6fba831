import { organizationsApi } from '@postern/contracts/people/organizations';
import { useTranslation } from 'react-i18next';
import { LogDetails } from '#features/records/audit/shared/log-details.tsx';
import { LogList } from '#features/records/audit/shared/log-list.tsx';
import {
  organizationLogPath,
  organizationLogsPath,
  organizationPath,
  organizationSettingsPath,
  organizationsPath,
} from '#paths/organizations.ts';
import { useRead } from '#platform/client/use-read.ts';
import { TabBody } from '#platform/detail/tab-body.tsx';
import { usePathParams } from '#platform/router/links.ts';

/** Changes of an organization, and tokens for it. */
export function LogsTab() {
  const { id } = usePathParams(organizationPath);
  return (
    <TabBody>
      <LogList
        of={{ organizationId: id }}
        to={(log) => ({ page: organizationLogPath, params: { id, logId: log.id } })}
      />
    </TabBody>
  );
}

/** A log entry of an organization, with a link back to it. */
export function LogPage() {
  const { t } = useTranslation();
  const { id, logId } = usePathParams(organizationLogPath);
  const { data: organization } = useRead(organizationsApi.get, { params: { id } }, { quiet: true });
  return (
    <LogDetails
      logId={logId}
      parents={[
        { to: organizationsPath, label: t('nav.organizations') },
        { to: organizationSettingsPath, params: { id }, label: organization?.name ?? '…' },
        { to: organizationLogsPath, params: { id }, label: t('organizations.tabs.logs') },
      ]}
    />
  );
}
