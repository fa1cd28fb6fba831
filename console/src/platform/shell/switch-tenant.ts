import { sharedValue, useShared } from '../shared-value.ts';

const isOpen = sharedValue(false);

/** Opens or closes the tenant switcher in the top bar. */
export const setTenantSwitch = (next: boolean) => isOpen.set(next);

export const useTenantSwitch = () => useShared(isOpen);
