import en from './phrases.en.json' with { type: 'json' };

export { en };

export type Phrases = typeof en;
