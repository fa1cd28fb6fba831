import type { Tenant } from '@postern/contracts/cloud/tenants';
import type { ComponentType } from 'react';
import { createPlace } from '#platform/place.ts';

/** Shown above the pages of a tenant that is not suspended. */
export const tenantBanners = createPlace<ComponentType<{ tenant: Tenant }>>('banners of a tenant');
