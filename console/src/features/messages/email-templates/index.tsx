import { IconTemplate } from '@tabler/icons-react';
import { lazyRouteComponent } from '@tanstack/react-router';
import { connectorsPath } from '#paths/connectors.ts';
import { createEmailTemplatePath, emailTemplatePath, emailTemplatesPath } from '#paths/email-templates.ts';
import type { Feature } from '#platform/feature.ts';

/** Linked from the connectors, which use these templates. */
export const emailTemplates: Feature = {
  phrases: ['emailTemplates'],
  navTabs: [
    { under: connectorsPath, path: emailTemplatesPath, label: (t) => t('nav.emailTemplates'), isOutsideRow: true },
  ],
  pages: [
    { path: emailTemplatesPath, component: lazyRouteComponent(() => import('./list-page.tsx'), 'ListPage') },
    { path: createEmailTemplatePath, component: lazyRouteComponent(() => import('./create-page.tsx'), 'CreatePage') },
    { path: emailTemplatePath, component: lazyRouteComponent(() => import('./edit-page.tsx'), 'EditPage') },
  ],
  commands: [
    {
      id: 'create-email-template',
      icon: IconTemplate,
      label: (t) => t('emailTemplates.create'),
      to: createEmailTemplatePath,
    },
  ],
  find: { group: (t) => t('nav.emailTemplates'), load: async () => (await import('./find.ts')).findEmailTemplates },
};
