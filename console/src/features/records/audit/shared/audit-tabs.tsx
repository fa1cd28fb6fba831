import { useTranslation } from 'react-i18next';
import { auditLogsPath } from '#paths/audit.ts';
import { logStreamsPath } from '#paths/log-streams.ts';
import { Tabs } from '#platform/detail/tabs.tsx';

/** Entries, and where they are sent. */
export function AuditTabs({ current }: { current: 'entries' | 'streams' }) {
  const { t } = useTranslation();
  return (
    <Tabs
      overList
      tabs={[
        { to: auditLogsPath, label: t('audit.tabs.entries'), isCurrent: current === 'entries' },
        { to: logStreamsPath, label: t('audit.tabs.streams'), isCurrent: current === 'streams' },
      ]}
    />
  );
}
