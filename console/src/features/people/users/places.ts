import type { User } from '@postern/contracts/people/users';
import type { PageTab } from '#platform/feature.ts';
import { createPlace } from '#platform/place.ts';

/** Tabs of the user page. */
export const userTabs = createPlace<PageTab<User>>('tabs of a user');
