import type { first } from './en/first.ts';
import type { en } from './en/index.ts';

type Widen<Value> = Value extends string ? string : { readonly [Key in keyof Value]: Widen<Value[Key]> };

/** The keys every language has; English says which. A missing or surplus key does not compile. */
export type Phrases = Widen<typeof en>;

export type FirstPhrases = Widen<typeof first>;

/** A file of phrases, by the name of what it holds: `signingKeys` stands in `signing-keys.ts`. */
export type PhraseGroup = Exclude<keyof Phrases, keyof FirstPhrases>;
