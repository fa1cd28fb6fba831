import { pagePath } from '#platform/router/page-path.ts';

export const emailTemplatesPath = pagePath('connectors/email-templates');
export const createEmailTemplatePath = pagePath('connectors/email-templates/create');
export const emailTemplatePath = pagePath('connectors/email-templates/$id');
