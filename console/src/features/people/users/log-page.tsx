import { usersApi } from '@postern/contracts/people/users';
import { useTranslation } from 'react-i18next';
import { LogDetails } from '#features/records/audit/shared/log-details.tsx';
import { userLogPath, userLogsPath, userSettingsPath, usersPath } from '#paths/users.ts';
import { useRead } from '#platform/client/use-read.ts';
import { usePathParams } from '#platform/router/links.ts';
import { labelOf } from './shared/label.ts';

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
