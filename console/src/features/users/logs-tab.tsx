import { LogList } from '#features/audit/log-list.tsx';
import { TabBody } from '#platform/detail/tab-body.tsx';
import { usePathParams } from '#platform/router/links.ts';
import { userLogPath, userPath } from './paths.ts';

export function LogsTab() {
  const { id } = usePathParams(userPath);
  return (
    <TabBody>
      <LogList of={{ userId: id }} to={(log) => ({ page: userLogPath, params: { id, logId: log.id } })} />
    </TabBody>
  );
}
