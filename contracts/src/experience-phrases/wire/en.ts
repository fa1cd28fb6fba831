import en from './phrases.en.json' with { type: 'json' };

/** Texts of wire keys without a counterpart in the phrases of the sign-in pages. */
export { en };

export type WireTexts = Record<keyof typeof en, string>;
