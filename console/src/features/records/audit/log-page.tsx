import { useTranslation } from 'react-i18next';
import { auditLogPath, auditLogsPath } from '#paths/audit.ts';
import { usePathParams } from '#platform/router/links.ts';
import { LogDetails } from './shared/log-details.tsx';

export function LogPage() {
  const { t } = useTranslation();
  const { logId } = usePathParams(auditLogPath);
  return <LogDetails logId={logId} parents={[{ to: auditLogsPath, label: t('nav.auditLogs') }]} />;
}
