import type { TFunction } from 'i18next';

/** A phrase to be said later, in the language of that moment. */
export type Text = (t: TFunction) => string;
