import { sharedValue, useShared } from '#platform/shared-value.ts';

const isOpen = sharedValue(false);

export const openAssistant = () => isOpen.set(true);
export const closeAssistant = () => isOpen.set(false);
export const useAssistantOpen = () => useShared(isOpen);
