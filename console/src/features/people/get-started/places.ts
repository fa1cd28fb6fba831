import type { ComponentType } from 'react';
import { createPlace } from '#platform/place.ts';

/** Cards above all others. A card decides itself whether it is shown. */
export const getStartedCards = createPlace<ComponentType>('cards of Get started');
