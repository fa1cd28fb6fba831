import type { TFunction } from 'i18next';

/** A phrase that is resolved later, in the current language. */
export type Text = (t: TFunction) => string;
