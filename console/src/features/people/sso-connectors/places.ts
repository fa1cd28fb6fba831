import type { SsoConnectorWithProviderConfig } from '@postern/contracts/people/sso-connectors';
import type { PageTab } from '#platform/feature.ts';
import { createPlace } from '#platform/place.ts';

/** Tabs of the page of an enterprise connector. */
export const ssoConnectorTabs = createPlace<PageTab<SsoConnectorWithProviderConfig>>('tabs of an enterprise connector');
