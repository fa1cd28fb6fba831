import type { SsoConnectorWithProviderConfig } from '@postern/contracts/people/sso-connectors';
import type { AsyncRouteComponent } from '@tanstack/react-router';
import type { PageTab } from '#platform/feature.ts';
import { createPlace } from '#platform/place.ts';

/** Tabs of the page of an enterprise connector. */
export const ssoConnectorTabs = createPlace<PageTab<SsoConnectorWithProviderConfig>>('tabs of an enterprise connector');

/** What other slices add to the list: an action in its header, and a notice above it that decides itself whether it shows. */
export const ssoListParts = createPlace<{
  action: AsyncRouteComponent<Record<never, never>>;
  notice: AsyncRouteComponent<Record<never, never>>;
}>('parts of the list of enterprise connectors');
