import { pagePath } from '#platform/router/page-path.ts';

export const webhooksPath = pagePath('webhooks');
export const createWebhookPath = pagePath('webhooks/create');
export const webhookPath = pagePath('webhooks/$id');
export const webhookSettingsPath = pagePath('webhooks/$id/settings');
export const webhookRequestsPath = pagePath('webhooks/$id/recent-requests');
export const webhookRequestPath = pagePath('webhooks/$id/recent-requests/$logId');
export const webhookUndeliveredPath = pagePath('webhooks/$id/undelivered');
