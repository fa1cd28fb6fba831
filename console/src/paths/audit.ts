import { pagePath } from '#platform/router/page-path.ts';

export const auditLogsPath = pagePath('audit-logs');
export const auditLogPath = pagePath('audit-logs/$logId');
export const auditChainPath = pagePath('audit-logs/integrity');
