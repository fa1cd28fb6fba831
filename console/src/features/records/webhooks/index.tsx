import { IconWebhook } from '@tabler/icons-react';
import { lazyRouteComponent } from '@tanstack/react-router';
import {
  createWebhookPath,
  webhookPath,
  webhookRequestPath,
  webhookRequestsPath,
  webhookSettingsPath,
  webhooksPath,
  webhookUndeliveredPath,
} from '#paths/webhooks.ts';
import type { Feature } from '#platform/feature.ts';
import { fill } from '#platform/place.ts';
import { webhookTabs } from './places.ts';

export const webhooks: Feature = {
  phrases: ['webhooks'],
  nav: { group: 'developer', path: webhooksPath, label: (t) => t('nav.webhooks'), icon: IconWebhook },
  pages: [
    {
      path: webhooksPath,
      component: lazyRouteComponent(() => import('./list-page.tsx'), 'ListPage'),
      children: [
        {
          path: createWebhookPath,
          component: lazyRouteComponent(() => import('./create-page.tsx'), 'CreatePage'),
        },
      ],
    },
    {
      path: webhookRequestPath,
      component: lazyRouteComponent(() => import('./request-page.tsx'), 'RequestPage'),
    },
    {
      path: webhookPath,
      component: lazyRouteComponent(() => import('./details-page.tsx'), 'DetailsPage'),
      redirect: webhookSettingsPath,
      tabs: webhookTabs,
    },
  ],
  fills: [
    fill(
      webhookTabs,
      {
        page: {
          path: webhookSettingsPath,
          component: lazyRouteComponent(() => import('./settings-tab.tsx'), 'SettingsTab'),
        },
        label: (t) => t('webhooks.tabs.settings'),
        order: 10,
      },
      {
        page: {
          path: webhookRequestsPath,
          component: lazyRouteComponent(() => import('./requests-tab.tsx'), 'RequestsTab'),
        },
        label: (t) => t('webhooks.tabs.requests'),
        order: 20,
      },
      {
        page: {
          path: webhookUndeliveredPath,
          component: lazyRouteComponent(() => import('./undelivered-tab.tsx'), 'UndeliveredTab'),
        },
        label: (t) => t('webhooks.tabs.undelivered'),
        order: 30,
      },
    ),
  ],
  commands: [
    {
      id: 'create-webhook',
      icon: IconWebhook,
      label: (t, name) => (name ? t('webhooks.createNamed', { name }) : t('webhooks.create')),
      to: createWebhookPath,
      search: (name) => ({ name: name || undefined }),
      takesQuery: 'name',
    },
  ],
  find: { group: (t) => t('nav.webhooks'), load: async () => (await import('./find.ts')).findWebhooks },
};
