import { auditLogsPath } from '#paths/audit.ts';
import { NavTabs } from '#platform/detail/nav-tabs.tsx';
import type { PagePath } from '#platform/router/page-path.ts';

/** Entries, and where they are sent. */
export const AuditTabs = ({ current }: { current: PagePath<string> }) => (
  <NavTabs of={auditLogsPath} overList current={current} />
);
