import type { Organization } from '@postern/contracts/access/organization';
import type { PageTab } from '#platform/feature.ts';
import { createPlace } from '#platform/place.ts';

/** Tabs of the organization page. */
export const organizationTabs = createPlace<PageTab<Organization>>('tabs of an organization');
