import { usersApi } from '@postern/contracts/people/users';
import { useTranslation } from 'react-i18next';
import { LogDetails } from '#features/records/audit/shared/log-details.tsx';
import { LogList } from '#features/records/audit/shared/log-list.tsx';
import { userLogPath, userLogsPath, userPath, userSettingsPath, usersPath } from '#paths/users.ts';
import { useRead } from '#platform/client/use-read.ts';
import { TabBody } from '#platform/detail/tab-body.tsx';
import { usePathParams } from '#platform/router/links.ts';
import { labelOf } from './label.ts';

export function LogsTab() {
  const { id } = usePathParams(userPath);
  return (
    <TabBody>
      <LogList of={{ userId: id }} to={(log) => ({ page: userLogPath, params: { id, logId: log.id } })} />
    </TabBody>
  );
}

/** A log entry of a user, with a link back to it. */
export function LogPage() {
  const { t } = useTranslation();
  const { id, logId } = usePathParams(userLogPath);
  const { data: user } = useRead(usersApi.get, { params: { userId: id } }, { quiet: true });
  return (
    <LogDetails
      logId={logId}
      parents={[
        { to: usersPath, label: t('nav.users') },
        { to: userSettingsPath, params: { id }, label: user ? labelOf(user) : '…' },
        { to: userLogsPath, params: { id }, label: t('users.tabs.logs') },
      ]}
    />
  );
}
