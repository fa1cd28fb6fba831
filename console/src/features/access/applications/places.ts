import type { Application } from '@postern/contracts/access/applications';
import type { PageTab } from '#platform/feature.ts';
import { createPlace } from '#platform/place.ts';

/** The tabs of an application's page. */
export const applicationTabs = createPlace<PageTab<Application>>('tabs of an application');
