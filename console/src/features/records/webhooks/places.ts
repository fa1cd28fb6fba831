import type { Webhook } from '@postern/contracts/records/webhooks';
import type { PageTab } from '#platform/feature.ts';
import { createPlace } from '#platform/place.ts';

/** Tabs of the webhook page. */
export const webhookTabs = createPlace<PageTab<Webhook>>('tabs of a webhook');
