import { sharedValue, useShared } from '../shared-value.ts';

const isOpen = sharedValue(false);

export const useNewsOpen = () => useShared(isOpen);

export const openNews = () => isOpen.set(true);

export const closeNews = () => isOpen.set(false);
