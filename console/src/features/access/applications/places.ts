import type { Application } from '@postern/contracts/access/applications';
import type { PageTab } from '#platform/feature.ts';
import { createPlace } from '#platform/place.ts';

/** Tabs of the application page. */
export const applicationTabs = createPlace<PageTab<Application>>('tabs of an application');
