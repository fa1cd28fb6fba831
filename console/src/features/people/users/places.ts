import type { User } from '@postern/contracts/people/users';
import type { PageTab } from '#platform/feature.ts';
import { createPlace } from '#platform/place.ts';

/** The tabs of a user's page. */
export const userTabs = createPlace<PageTab<User>>('tabs of a user');
