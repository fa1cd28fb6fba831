import type { Feature } from '#platform/app';
import { emailTemplateRoutes } from './routes.ts';

export { chooseEmailTemplate } from './choose.ts';

export const emailTemplates: Feature = { name: 'email-templates', tenantRoutes: emailTemplateRoutes };
