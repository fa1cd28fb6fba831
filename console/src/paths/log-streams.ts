import { pagePath } from '#platform/router/page-path.ts';

export const logStreamsPath = pagePath('audit-logs/streams');
