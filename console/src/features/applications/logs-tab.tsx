import { LogList } from '#features/audit/log-list.tsx';
import { TabBody } from '#platform/detail/tab-body.tsx';
import { usePathParams } from '#platform/router/links.ts';
import { applicationLogPath, applicationPath } from './paths.ts';

export function LogsTab() {
  const { id } = usePathParams(applicationPath);
  return (
    <TabBody>
      <LogList of={{ applicationId: id }} to={(log) => ({ page: applicationLogPath, params: { id, logId: log.id } })} />
    </TabBody>
  );
}
