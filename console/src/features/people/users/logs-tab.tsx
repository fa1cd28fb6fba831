import { LogList } from '#features/records/audit/shared/log-list.tsx';
import { userLogPath, userPath } from '#paths/users.ts';
import { TabBody } from '#platform/detail/tab-body.tsx';
import { usePathParams } from '#platform/router/links.ts';

export function LogsTab() {
  const { id } = usePathParams(userPath);
  return (
    <TabBody>
      <LogList of={{ userId: id }} to={(log) => ({ page: userLogPath, params: { id, logId: log.id } })} />
    </TabBody>
  );
}
