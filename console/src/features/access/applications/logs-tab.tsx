import { LogList } from '#features/records/audit/shared/log-list.tsx';
import { applicationLogPath, applicationPath } from '#paths/applications.ts';
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
