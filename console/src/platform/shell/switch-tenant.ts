import { sharedValue, useShared } from '../shared-value.ts';

const isOpen = sharedValue(false);

/** Opens or closes the list of tenants in the top bar, from anywhere. */
export const setTenantSwitch = (next: boolean) => isOpen.set(next);

export const useTenantSwitch = () => useShared(isOpen);
